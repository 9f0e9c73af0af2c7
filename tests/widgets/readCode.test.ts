import { expect, it } from 'vitest';
import { readCode } from '../../src/widgets/shared/scan/readCode.ts';

it.each([
  [' YP-015-01 ', null, 'YP-015-01'],
  ['https://lab.example/#/sampleCardH5?id=r1', 'r1', undefined],
  ['http://10.0.0.8:8080/app/#/commonEntry/detail?formKey=deviceList&id=d%202', 'd 2', undefined],
  ['https://other.example/?id=r1', null, 'https://other.example/?id=r1'],
  ['https://lab.example/#/sampleCardH5', null, 'https://lab.example/#/sampleCardH5'],
])('the code %s leads to the record %s, else it is a number', (scanned, id, text = scanned) => {
  expect(readCode(scanned)).toEqual({ id, text });
});
