import { expect, it } from 'vitest';
import { getPaid, monthBasicSalary } from '../../../src/server/seed/demo/plain/offices.ts';
import { createTools } from '../../../src/server/seed/demo/tools.ts';

const DAY_MS = 86_400_000;
const doubled = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

it('the demo has one salary sheet for a department and month, and one slip for a person, whatever day it is loaded', () => {
  const wrong = Array.from(
    { length: 366 },
    (_none, index) => new Date(Date.UTC(2026, 11, 1, 2) + index * DAY_MS),
  ).flatMap((now) => {
    const sheets = monthBasicSalary.records(createTools(20_270_012), now);
    const slips = getPaid.records(createTools(20_270_031), now);
    const months = new Set(sheets.map(({ fieldsMap }) => String(fieldsMap['salaryMonth'])));
    return [
      ...doubled(sheets.map(({ fieldsMap }) => `${String(fieldsMap['salaryMonth'])} ${String(fieldsMap['deptId'])}`)),
      ...doubled(slips.map(({ fieldsMap }) => String(fieldsMap['slipKey']))),
      ...[...sheets, ...slips]
        .filter(({ createTime }) => createTime >= now)
        .map(({ id }) => `${id} ${now.toISOString()}`),
      ...(months.size === 3 ? [] : [`${months.size} months at ${now.toISOString()}`]),
    ];
  });
  expect(wrong).toEqual([]);
});
