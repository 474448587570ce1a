// SPDX-License-Identifier: Apache-2.0
// The page's data: elements that view_page.cpp wrote, unpacked.

const CHUNK_CHARACTERS = 1 << 20; // A multiple of four.

/** @param {string} text base64 @returns {Uint8Array} */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Unpacks a block piece by piece, so that a large one needs no second copy of itself.
 * @param {string} name @returns {Promise<Uint8Array|null>} null when the page has no such block
 */
export async function readBlock(name) {
  const element = document.getElementById(`navnet-${name}`);
  if (!element) return null;
  const text = element.textContent.trim();
  const bytes = new Uint8Array(Number(element.dataset.bytes));
  const stream = new DecompressionStream('deflate');
  const written = (async () => {
    const writer = stream.writable.getWriter();
    for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
      await writer.write(fromBase64(text.slice(at, at + CHUNK_CHARACTERS)));
    }
    await writer.close();
  })();
  let at = 0;
  for (const reader = stream.readable.getReader();;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at);
    at += value.length;
  }
  await written;
  if (at !== bytes.length) throw new Error(`the page is damaged: ${name} is too short`);
  element.textContent = '';
  return bytes;
}

/** @returns {Promise<Float32Array|null>} */
export async function readFloats(name) {
  const bytes = await readBlock(name);
  return bytes && new Float32Array(bytes.buffer);
}

/** @returns {Promise<Uint32Array|null>} */
export async function readNumbers(name) {
  const bytes = await readBlock(name);
  return bytes && new Uint32Array(bytes.buffer);
}

/** What the page is about: title, origin, notes, the flight's head. */
export function readHead() {
  return JSON.parse(document.getElementById('navnet-head').textContent);
}

/** The runtime, or null when the page was built without it. */
export function readRuntime() {
  const text = document.getElementById('navnet-runtime').textContent.trim();
  return text ? fromBase64(text) : null;
}
