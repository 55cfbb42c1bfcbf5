// What the pages read: each kind of record, and the name of its operation in `/capabilities`.

export const reads = {
  visits: { operation: 'appointments', path: '/patients/appointments/' },
  warnings: { operation: 'attentionSignals', path: '/patients/attentionsignals/' },
  medications: { operation: 'medications', path: '/patients/medications/' },
  notes: { operation: 'journalNotes', path: '/patients/journalnotes/' },
  contacts: { operation: 'contacts', path: '/patients/contacts/?api-version=v2' },
  meetings: { operation: 'videoMeetings', path: '/patients/videomeetings/' },
  person: { operation: 'patient', path: '/patients/patient/' },
};

/** The path of a read with parameters, of which those that are undefined are left out. The colons of times need no escape in a query. */
export const pathWith = (path, parameters) => {
  const given = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const query = String(given).replaceAll('%3A', ':');
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
};
