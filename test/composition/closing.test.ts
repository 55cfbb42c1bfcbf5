// Closing the parts of a service: all of them, in reverse order, whatever happens.
import { expect, test } from 'vitest';
import { closing } from '../../src/composition/closing.ts';

test('parts are closed one after the other, the last one first', async () => {
  const closed: string[] = [];
  const { onClose, closeAll } = closing();
  for (const name of ['access log', 'Redis', 'systems']) {
    onClose(async () => {
      closed.push(`${name} …`);
      await Promise.resolve();
      closed.push(name);
    });
  }
  await closeAll();
  expect(closed).toEqual(['systems …', 'systems', 'Redis …', 'Redis', 'access log …', 'access log']);
});

test('parts that cannot be closed do not keep the others open; all their errors are thrown at the end', async () => {
  const closed: string[] = [];
  const { onClose, closeAll } = closing();
  onClose(() => closed.push('access log'));
  onClose(() => {
    throw new Error('Redis');
  });
  onClose(() => Promise.reject(new Error('systems')));
  await expect(closeAll()).rejects.toMatchObject({ errors: [{ message: 'systems' }, { message: 'Redis' }] });
  expect(closed).toEqual(['access log']);
});

test('a single error is thrown as it is', async () => {
  const { onClose, closeAll } = closing();
  const error = new Error('Redis');
  onClose(() => Promise.reject(error));
  onClose(() => {});
  await expect(closeAll()).rejects.toBe(error);
});

test('a second call closes nothing again', async () => {
  let count = 0;
  const { onClose, closeAll } = closing();
  onClose(() => count++);
  await closeAll();
  await closeAll();
  expect(count).toBe(1);
});
