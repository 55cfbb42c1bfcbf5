// Notices as lines of the service's log: what was left out by reason and path, never with content (D17, D29).
import type { LeftOutNotice, Notices } from '../ports/notices.ts';

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

export const logNotices = (log: Log): Notices => ({
  leftOut: notice => tellLeftOut(log, notice),
});
