import { afterEach, expect, test, vi } from 'vitest';
import { definition as timePicker } from '../../src/widgets/el-time-picker/definition.ts';
import { todayOf } from '../../src/widgets/el-date-picker/today.ts';

const zone = process.env.TZ;
afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each(['UTC', 'America/New_York', 'Asia/Shanghai'])(
  'a new record has the day that it is in China in a browser of %s (FK-013)',
  (place) => {
    process.env.TZ = place;
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 23, 30), toFake: ['Date'] });
    const node = { tag: 'el-date-picker', __vModel__: 'day', isToday: '1' } as never;
    expect(todayOf(node)).toBe('2026-11-25');
    expect(todayOf({ ...(node as object), type: 'datetime', format: 'YYYY-MM-DD HH:mm' } as never)).toMatch(
      /^2026-11-25 07:30/,
    );
    const time = { tag: 'el-time-picker', __vModel__: 'time', isToday: '1' } as never;
    expect(timePicker.initialValue?.(time)).toBe('07:30:00');
  },
);
