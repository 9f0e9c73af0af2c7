import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const written = async (zone: string, time: string): Promise<string> => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { timeText } = await import('../../../src/server/http/time.ts');
  return timeText(new Date(time));
};

test('a point in time is written year-month-day hour:minute:second, with two digits each and midnight as 00, in China’s time (CO-003)', async () => {
  expect(await written('', '2026-03-05T16:09:08.900Z')).toBe('2026-03-06 00:09:08');
});

test('an installation elsewhere writes its own time (CO-003)', async () => {
  expect(await written('UTC', '2026-12-31T23:59:59Z')).toBe('2026-12-31 23:59:59');
});
