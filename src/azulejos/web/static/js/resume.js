// How much of the record a page has, for the server to send the rest: a count, and a mark of the entries themselves,
// since a move taken back and played otherwise while the page was away leaves the count as it was.

/** CRC-32 of ASCII text, as zlib reckons it. @param {string} text */
function crc(text) {
  let sum = -1;
  for (let i = 0; i < text.length; i += 1) {
    sum ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** @param {Array<{seat: number, move: string}>} log all entries from the first on */
export const mark = (log) => `${log.length}-${crc(log.map((entry) => `${entry.seat} ${entry.move}`).join('\n')).toString(16).padStart(8, '0')}`;
