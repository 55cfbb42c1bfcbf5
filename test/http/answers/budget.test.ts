// The budget of bytes that are held for answers, and one user's part of it (D31).
import { describe, expect, test } from 'vitest';
import { isFailure } from '../../../src/domain/model/failure.ts';
import { answerBudget, type Reservation } from '../../../src/http/answers/budget.ts';

/** Whether the bytes are granted. */
const grants = (reservation: Reservation, bytes: number): boolean => {
  try {
    reservation.add(bytes);
    return true;
  } catch (error) {
    if (isFailure(error, 'budget-exceeded')) return false;
    throw error;
  }
};

describe('one user', () => {
  test('holds an eighth at most, in one answer or in several', () => {
    const budget = answerBudget(800);
    const [first, second] = [budget.open('one'), budget.open('one')];
    expect(grants(first, 60)).toBe(true);
    expect(grants(second, 40)).toBe(true);
    expect(grants(second, 1)).toBe(false);
    expect(grants(budget.open('one'), 1)).toBe(false);
    expect(grants(budget.open('two'), 100)).toBe(true);
  });

  test('can give back a part of its reservation', () => {
    const share = answerBudget(800).open('one');
    share.add(100);
    share.add(-40);
    expect(grants(share, 41)).toBe(false);
    expect(grants(share, 40)).toBe(true);
  });

  test('holds nothing for a released answer, whatever is added or given back later', () => {
    const budget = answerBudget(800);
    const late = budget.open('one');
    late.add(50);
    late.release();
    late.add(100);
    late.add(-30);
    late.release();
    const share = budget.open('one');
    expect(grants(share, 101)).toBe(false);
    expect(grants(share, 100)).toBe(true);
  });

  test('gets back exactly what an answer held when it is released', () => {
    const budget = answerBudget(800);
    const [first, second] = [budget.open('one'), budget.open('one')];
    first.add(60);
    second.add(40);
    first.release();
    first.release();
    expect(grants(second, 61)).toBe(false);
    expect(grants(second, 60)).toBe(true);
    second.release();
    expect(grants(budget.open('one'), 100)).toBe(true);
  });
});

describe('all users', () => {
  test('hold the budget at most', () => {
    const budget = answerBudget(800);
    const shares = Array.from({ length: 9 }, (_, at) => budget.open(`user-${at}`));
    expect(shares.map(share => grants(share, 100))).toEqual([...Array<boolean>(8).fill(true), false]);
    shares[0]?.release();
    expect(grants(budget.open('user-10'), 100)).toBe(true);
    expect(grants(budget.open('user-11'), 1)).toBe(false);
  });

  test('a refused reservation holds nothing', () => {
    const budget = answerBudget(800);
    const share = budget.open('one');
    expect(grants(share, 101)).toBe(false);
    expect(grants(share, 100)).toBe(true);
    share.release();
    for (let at = 0; at < 8; at++) expect(grants(budget.open(`user-${at}`), 100)).toBe(true);
  });
});
