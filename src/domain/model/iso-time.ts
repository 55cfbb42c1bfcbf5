// Times as text. Each request has two: in the access log and in the service log.

/** The second that was written last, since the epoch, and its text up to the decimal point. */
let second = Number.NaN;
let written = '';

/**
 * A time in ISO 8601, UTC, with milliseconds, as `toISOString` writes it. That takes more than a microsecond, so its text is
 * kept for all times within the same second.
 * @param epoch whole milliseconds since the epoch.
 */
export const isoTime = (epoch: number): string => {
  const its = Math.floor(epoch / 1000);
  if (its !== second) {
    written = new Date(its * 1000).toISOString().slice(0, -4);
    second = its;
  }
  return `${written}${String(epoch - its * 1000).padStart(3, '0')}Z`;
};
