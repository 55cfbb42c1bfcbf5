// A visit as a file for calendars (RFC 5545), in the time zone of the region.

const escaped = text => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n');

/** `+0100`: the offset of a zone at a time in milliseconds since 1970. */
const offsetOf = (timeZone, time) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const { value } = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
  return value === 'GMT' ? '+0000' : value.replaceAll(/GMT|:/g, '');
};

const octets = new TextEncoder();

/** A line in pieces of at most 75 octets (RFC 5545, 3.1), none of which ends within a character. */
const folded = line => {
  let [text, length] = ['', 0];
  for (const character of line) {
    const own = octets.encode(character).length;
    if (length + own > 75) {
      text += '\r\n ';
      length = 1;
    }
    text += character;
    length += own;
  }
  return text;
};

const stamp = local => `${local.slice(0, 8)}T${local.slice(8, 14)}`;

/**
 * @param {{ id: string, title: string, place?: string, start: string, end?: string, time: number, timeZone: string, now: number }} visit
 *   `start`, `end`: local times of the region as 14 digits; `time`: the start in milliseconds since 1970; `timeZone`: IANA.
 */
export const calendarOf = ({ id, title, place, start, end, time, timeZone, now }) => {
  const offset = offsetOf(timeZone, time);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//patient-web//EN',
    // The zone as it is on that day: a rule for other days is not needed.
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    `DTSTART;TZID=${timeZone}:${stamp(start)}`,
    ...(end === undefined ? [] : [`DTEND;TZID=${timeZone}:${stamp(end)}`]),
    `SUMMARY:${escaped(title)}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
};
