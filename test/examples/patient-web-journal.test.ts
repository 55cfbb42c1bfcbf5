// The example web app's journal, which is loaded by slices of time as the guide recommends.
import { describe, expect, test } from 'vitest';

const folder = '../../examples/patient-web';
const { journalOf } = (await import(`${folder}/journal.js`)) as {
  journalOf: (options: object) => {
    begin: (wanted: number) => Promise<object>;
    more: () => Promise<void>;
    state: () => Record<string, unknown>;
  };
};

const now = '20260115093000';

describe('a journal in slices', () => {
  const note = (id: string, NoteDateTime?: string) => ({
    JournalNoteEHRExtract: [
      {
        time_created: undefined,
        Note: { NoteId: { extension: id }, ...(NoteDateTime && { NoteDateTime: { value: NoteDateTime } }) },
      },
    ],
  });
  /** A service with some notes, which answers an interval as the real one does. */
  const serving = (notes: ReturnType<typeof note>[], asked: string[]) => async (path: string) => {
    const query = new URL(path, 'http://service').searchParams;
    asked.push([query.get('fromDateTime') ?? '', query.get('toDateTime') ?? ''].join(' to '));
    const [from, to] = ['fromDateTime', 'toDateTime'].map(name => query.get(name)?.replaceAll(/\D/g, ''));
    const isIn = (time: string | undefined) =>
      time === undefined || ((from === undefined || time >= from) && (to === undefined || time <= to));
    return {
      json: notes.filter(({ JournalNoteEHRExtract: [extract] }) => isIn(extract?.Note.NoteDateTime?.value)),
      leftOut: query.has('toDateTime') ? { records: 1 } : { records: 2, values: 1 },
      call: {},
    };
  };

  test('reads older slices until there is something to see, to the beginning; keeps a note without a time once', async () => {
    const asked: string[] = [];
    const notes = [
      note('1', '19990101120000'),
      note('2', '20191231235959'),
      note('3', '20251101120000'),
      note('4'),
    ];
    const journal = journalOf({ read: serving(notes, asked), hasInterval: true, now });
    await journal.more();
    // The last years have few notes: the rest is one slice.
    expect(asked).toEqual(['2025-01-01T00:00:00 to ', ' to 2024-12-31T23:59:59']);
    const {
      notes: timed,
      untimed,
      isEnd,
      leftOut,
    } = journal.state() as {
      notes: { key: string }[];
      untimed: { key: string }[];
      isEnd: boolean;
      leftOut: object;
    };
    expect([timed.map(({ key }) => key), untimed.map(({ key }) => key), isEnd]).toEqual([
      ['3', '2', '1'],
      ['4'],
      true,
    ]);
    // Parts may count the same record: the numbers are not added up.
    expect(leftOut).toEqual({ records: 2, values: 1 });
  });

  test('reads one slice for a few notes, and longer and longer ones while the last years say nothing', async () => {
    const asked: string[] = [];
    const few = [note('1', '20251101120000'), note('2', '20251102120000'), note('3', '20260101120000')];
    await journalOf({ read: serving(few, asked), hasInterval: true, now }).begin(3);
    expect(asked).toEqual(['2025-01-01T00:00:00 to ']);
    const earlier = [note('4'), note('5', '20120101120000')];
    await journalOf({ read: serving(earlier, asked), hasInterval: true, now }).begin(3);
    expect(asked.slice(2)).toEqual([
      '2021-01-01T00:00:00 to 2024-12-31T23:59:59',
      '2013-01-01T00:00:00 to 2020-12-31T23:59:59',
      ' to 2012-12-31T23:59:59',
    ]);
  });

  test('reads less where the rest was too large for one answer', async () => {
    const asked: string[] = [];
    const serve = serving([note('1', '20251101120000'), note('2', '20200101120000')], asked);
    const read = async (path: string) => {
      if (!path.includes('fromDateTime')) throw new Error('too slow');
      return serve(path);
    };
    const journal = journalOf({ read, hasInterval: true, now });
    await expect(journal.more()).rejects.toThrow('too slow');
    await expect(journal.more()).rejects.toThrow('too slow');
    expect(asked[1]).toBe('2021-01-01T00:00:00 to 2024-12-31T23:59:59');
  });

  test('stops where there is enough, and goes on when asked', async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 25 }, (_, index) => note(String(index), '20251101120000'));
    const journal = journalOf({
      read: serving([...many, note('old', '20200101120000')], asked),
      hasInterval: true,
      now,
    });
    await journal.more();
    expect([asked.length, journal.state().isEnd]).toEqual([1, false]);
    await journal.more();
    expect([(journal.state().notes as object[]).length, journal.state().isEnd]).toEqual([26, true]);
  });

  test('is read whole where the region accepts no interval', async () => {
    const asked: string[] = [];
    const journal = journalOf({
      read: serving([note('1', '20200101120000')], asked),
      hasInterval: false,
      now,
    });
    await journal.more();
    expect([asked, journal.state().isEnd]).toEqual([[' to '], true]);
  });

  test('a slice that fails is asked again', async () => {
    const asked: string[] = [];
    let isDown = true;
    const read = async (path: string) => {
      if (isDown) throw new Error('down');
      return serving([note('1', '20251101120000')], asked)(path);
    };
    const journal = journalOf({ read, hasInterval: true, now });
    await expect(journal.more()).rejects.toThrow('down');
    isDown = false;
    await journal.more();
    expect(asked[0]).toBe('2025-01-01T00:00:00 to ');
  });
});
