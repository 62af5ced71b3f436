/** Middle and range of what was measured several times. */

/**
 * @param {number[]} numbers
 * @returns {{ median: number, low: number, high: number }} to four digits
 */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return { median: digits(middle), low: digits(sorted[0]), high: digits(sorted.at(-1)) };
}

export const digits = (number) => Number(number.toPrecision(4));

/**
 * Measures the growth of the cost with n: the slope of the straight line through the logarithms, so 1 is linear and 0 does not grow.
 *
 * @param {{ n: number, cost: number }[]} points
 */
export function exponent(points) {
  const logs = points.map(({ n, cost }) => [Math.log(n), Math.log(cost)]);
  const mean = (at) => logs.reduce((sum, pair) => sum + pair[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [logN, logCost]) => sum + (logN - x) * (logCost - y), 0);
  return digits(over / logs.reduce((sum, [logN]) => sum + (logN - x) ** 2, 0));
}

/**
 * Measures how a quantity grows: the straight line through its points by least squares.
 *
 * @param {{ x: number, y: number }[]} points three or more
 * @returns {{ slope: number, error: number }} for one x more, and the standard error of that
 */
export function growth(points) {
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const width = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / width;
  const left = points.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0);
  return { slope, error: Math.sqrt(left / (points.length - 2) / width) };
}
