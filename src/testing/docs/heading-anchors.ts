/** The anchors that GitHub gives to the headings of a page; a heading that comes again gets a number. */
export function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const withoutBlocks = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  for (const [, heading = ''] of withoutBlocks.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
