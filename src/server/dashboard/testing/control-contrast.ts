/** The contrast of controls while the pointer is on them, and while they have the focus. */
import type { Page } from 'playwright-core';

/** In the page: numbers the controls, one of each kind, and gives how many there are. */
const markControls = `(() => {
  const seen = new Set();
  let count = 0;
  for (const one of document.querySelectorAll('a[href], button, summary, input, select, textarea, [role=option]')) {
    delete one.dataset.probe;
    if (!one.checkVisibility() || one.closest('.unseen') || one.matches('.unseen, .skip')) continue;
    const kind = [one.tagName, one.className, one.type, one.disabled, one.getAttribute('aria-pressed'),
      one.getAttribute('aria-current'), one.getAttribute('aria-selected'), one.parentElement.className].join();
    if (seen.has(kind)) continue;
    seen.add(kind);
    one.dataset.probe = String(count++);
  }
  return count;
})()`;

/** In the page: what is too faint. Text needs 4.5 (WCAG 1.4.3), the mark of the focus 3 (1.4.11). */
const measure = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, index) => part * a + under[index] * (1 - a)).concat(1);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255, 1]);
  };
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  return [...document.querySelectorAll('[data-probe]')].flatMap((one) => {
    const said = [];
    const ground = behind(one);
    const style = getComputedStyle(one);
    const texts = [one, ...one.querySelectorAll('*')].filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
    for (const part of one.disabled ? [] : texts) {
      const ratio = contrast(over(rgba(getComputedStyle(part).color), behind(part)), behind(part));
      if (ratio < 4.5) said.push('text ' + ratio.toFixed(2));
    }
    if (one.matches(':focus-visible') || one.dataset.focused) {
      const row = one.closest('.row');
      const marked = row && style.outlineStyle === 'none' ? row : one;
      const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(marked);
      const around = contrast(rgba(outlineColor), behind(marked.parentElement));
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) said.push('no mark of the focus');
      else if (around < 3) said.push('mark of the focus ' + around.toFixed(2));
    }
    return said.map((text) => text + ': ' + one.outerHTML.slice(0, 120));
  });
})()`;

/** Controls with too little contrast, under the pointer and with the focus; one of each kind is measured. */
export async function faintControls(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(markControls);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-probe]',
  });
  const found: string[] = [];
  for (const states of [['hover'], ['focus', 'focus-visible']]) {
    for (const nodeId of nodeIds)
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states });
    for (const text of await page.evaluate<string[]>(measure)) found.push(`${states[0] ?? ''}: ${text}`);
  }
  await session.detach();
  if (nodeIds.length !== count) found.push(`${nodeIds.length} of ${count} controls were measured`);
  return found;
}
