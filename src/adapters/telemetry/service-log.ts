// Notices as lines of the service's log: what was left out by reason and path, never with content (D17, D29).
import type { EhrCallNotice, LeftOutNotice, Notices } from '../../ports/telemetry.ts';

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** A record of another patient should never come: it is a security event, and stands out as one. */
const tellLeftOut = (log: Log, notice: LeftOutNotice) => {
  if (notice.reason === 'foreign') log.warn({ ...notice, security: true }, 'a foreign record was withheld');
  else log.info({ ...notice }, 'left out of an answer');
};

/** Failures alone: what goes well is in the line of its request. A client that went away is no failure of the EHR. */
const tellEhrCall = (log: Log, notice: EhrCallNotice) => {
  const { outcome } = notice;
  if (outcome !== 'done' && outcome !== 'client-gone') log.warn({ ...notice }, 'the EHR failed');
};

export const logNotices = (log: Log): Notices => ({
  leftOut: notice => tellLeftOut(log, notice),
  ehrCall: notice => tellEhrCall(log, notice),
  // The line of a request is written by http, which knows more of it; writes of the access log are for metrics.
  requestServed: () => {},
  logWritten: () => {},
});

/** Tells everything to several. */
export const allNotices = (...all: readonly Notices[]): Notices => ({
  leftOut: notice => all.forEach(one => void one.leftOut(notice)),
  ehrCall: notice => all.forEach(one => void one.ehrCall(notice)),
  requestServed: notice => all.forEach(one => void one.requestServed(notice)),
  logWritten: notice => all.forEach(one => void one.logWritten(notice)),
});
