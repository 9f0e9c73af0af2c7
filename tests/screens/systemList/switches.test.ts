import { expect, it } from 'vitest';
import { parameterDefaults, parameterError, PARAMETER_KEYS } from '../../../src/domain/parameters.ts';
import { flagsToBooleans, booleansToFlags } from '../../../src/screens/systemList/rows.ts';
import { definition } from '../../../src/widgets/el-switch/definition.ts';

it('parameters come from a form as they went into it: switches hold texts, the server takes flags', () => {
  const values = { ...parameterDefaults(), watermark: true };
  const shown = booleansToFlags(values);
  expect(shown['watermark']).toBe('1');
  expect(typeof shown['reviewDocuments']).toBe(definition.valueType);
  const sent = flagsToBooleans({ ...shown, reviewDocuments: '1' }, values);
  expect(sent).toEqual({ ...values, reviewDocuments: true });
  expect(PARAMETER_KEYS.map((key) => parameterError(key, sent[key])).filter((fault) => fault !== null)).toEqual([]);
});
