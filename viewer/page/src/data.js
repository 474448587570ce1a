// SPDX-License-Identifier: Apache-2.0
// Reads the page's data from the elements that view_page.cpp wrote.

const CHUNK_CHARACTERS = 1 << 20; // A multiple of four.

/** @param {string} text base64 @returns {Uint8Array} */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Decodes and decompresses a block in chunks, to keep no second copy of a large one in memory.
 * @param {string} name @returns {Promise<Uint8Array|null>} null if the page has no such block
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
  if (at !== bytes.length) throw new Error(`the page is damaged: block “${name}” has ${at} bytes instead of ${bytes.length}`);
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

/** The page's head: title, origin, notes, and the head of the flight's log. */
export function readHead() {
  return JSON.parse(document.getElementById('navnet-head').textContent);
}

/** The WebAssembly runtime, or null if the page was built without it. */
export function readRuntime() {
  const text = document.getElementById('navnet-runtime').textContent.trim();
  return text ? fromBase64(text) : null;
}
