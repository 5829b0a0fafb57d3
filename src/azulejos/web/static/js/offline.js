// The offline page looks again every few seconds, and becomes the page that was asked for once the server answers.

const EVERY = 3000;

// The page is the same for everybody: the theme that somebody chose is in the cookie that prefs.js keeps.
const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
if (theme) document.documentElement.dataset.theme = theme;

async function look() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (!answer.ok) return;
    clearInterval(looking); // a page that takes longer than that to come would be asked for again and again
    location.reload();
  } catch {
    // still away
  }
}

const looking = setInterval(look, EVERY);
addEventListener('online', look);
