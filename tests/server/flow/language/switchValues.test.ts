import { expect, it } from 'vitest';
import { withSwitchValues } from '../../../../src/server/flow/language/withSwitchValues.ts';

it.each([
  ['urgent == true', "urgent == '1'"],
  ['urgent != true && amount > 3.0', "urgent != '1' && amount > 3.0"],
  ['false == urgent', "urgent == '0'"],
  ['urgent', "urgent == '1'"],
  ['!urgent || (amount > 1.0 && urgent)', "urgent == '0' || (amount > 1.0 && urgent == '1')"],
  ["note == 'urgent == true'", "note == 'urgent == true'"],
  ['notUrgent == true && data.urgent == true', 'notUrgent == true && data.urgent == true'],
  ["urgent == '1'", "urgent == '1'"],
])('a condition on a switch asks for the values it has: %s', (given, mended) => {
  expect(withSwitchValues(given, new Set(['urgent']))).toBe(mended);
});
