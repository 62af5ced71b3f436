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
