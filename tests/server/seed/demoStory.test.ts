import { describe, expect, it } from 'vitest';
import { DEALS, PAYMENTS, SETTLEMENTS, STORY_PROJECTS } from '../../../src/server/seed/demo/story.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('the money of the demo company', () => {
  it('settles no contract for more than it is worth, and receives no more than was settled', () => {
    for (const deal of DEALS) {
      const own = SETTLEMENTS.filter((settlement) => settlement.deal === deal);
      expect(sum(own.map(({ amount }) => amount))).toBe(deal.settled);
      expect(deal.settled).toBeLessThanOrEqual(deal.finalAmount);
      expect(sum(own.map(({ paid }) => paid))).toBe(deal.received);
      expect(deal.received).toBeLessThanOrEqual(deal.settled);
      // what is settled and paid in full is fulfilled, and nothing else
      expect([deal.id, deal.state === '已履行完毕']).toEqual([deal.id, deal.received === deal.finalAmount]);
    }
  });

  it('makes each settlement of its lines, after its contract and before its payment', () => {
    for (const { deal, items, amount, daysAgo, paid, paidDaysAgo } of SETTLEMENTS) {
      expect(sum(items.map(({ quantity, price }) => quantity * price))).toBe(amount);
      expect(daysAgo).toBeLessThan(deal.signedDaysAgo);
      if (paid > 0) expect(paidDaysAgo).toBeLessThan(daysAgo);
    }
  });

  it('reaches back a year, has something in most months and something unpaid', () => {
    expect(Math.max(...DEALS.map(({ signedDaysAgo }) => signedDaysAgo))).toBeGreaterThan(360);
    const months = new Set(SETTLEMENTS.map(({ daysAgo }) => Math.floor(daysAgo / 31)));
    expect(months.size).toBeGreaterThanOrEqual(9);
    expect(PAYMENTS.length).toBeGreaterThan(20);
    expect(SETTLEMENTS.some(({ paid, daysAgo }) => paid === 0 && daysAgo > 60)).toBe(true);
    expect(new Set(STORY_PROJECTS.map(({ name }) => name)).size).toBe(STORY_PROJECTS.length);
  });
});
