// A game to share: its picture as PNG, drawn by the browser from the server's SVG, and the page on paper.
const SCALE = 2; // sharp on any screen

/** @param {string} address @returns {Promise<HTMLImageElement>} */
async function loaded(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The picture as a file. @param {string} address @returns {Promise<Blob>} */
async function png(address) {
  const image = await loaded(address);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => { canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'); });
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-picture]'))) {
  button.addEventListener('click', async () => {
    const { picture = '', name = 'azulejos.png' } = button.dataset;
    try {
      save(await png(picture), name);
    } catch {
      location.assign(picture); // no canvas: the SVG itself
    }
  });
}

document.querySelector('[data-print]')?.addEventListener('click', () => print());
