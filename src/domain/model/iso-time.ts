// Times as text. Each request has two: in the access log and in the service log.

/** The last second, since the epoch, and its text up to the decimal point. */
let lastSecond = Number.NaN;
let lastText = '';

/**
 * A time in ISO 8601, UTC, with milliseconds, as `toISOString` writes it. That takes more than a microsecond, so its text is
 * kept for all times within the same second.
 * @param epoch whole milliseconds since the epoch.
 */
export const isoTime = (epoch: number): string => {
  const second = Math.floor(epoch / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -4);
    lastSecond = second;
  }
  return `${lastText}${String(epoch - second * 1000).padStart(3, '0')}Z`;
};
