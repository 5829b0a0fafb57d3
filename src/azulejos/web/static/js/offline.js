// The offline page looks again every few seconds, and becomes the page that was asked for once the server answers.

const EVERY = 3000;

async function look() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // still away
  }
}

setInterval(look, EVERY);
addEventListener('online', look);
