/** Base64 of a text wherever it stands in what is encoded, without the characters that depend on what is around it. */
export function base64Forms(text: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + bytes).replace(/=+$/, '');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}
