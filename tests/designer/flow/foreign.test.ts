import { expect, test } from 'vitest';
import {
  attributesOf,
  createModdle,
  extensionsOf,
  listOf,
  readXml,
  type Element,
} from '../../../src/designer/flow/model/moddle.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:other="urn:another-engine" targetNamespace="t" id="d">
  <process id="p"><startEvent id="s"><extensionElements><other:metaData name="colour" note="1"><other:metaValue>red</other:metaValue></other:metaData></extensionElements></startEvent></process>
</definitions>`;

test('the settings of an engine that nobody here knows are told, not stumbled over', async () => {
  const read = await readXml(createModdle(), XML);
  if (!read.ok) throw new Error(read.detail);
  const [start] = listOf(read.process, 'flowElements');
  const [foreign] = extensionsOf(start as Element);
  expect(attributesOf(foreign as Element)).toEqual({ name: 'colour', note: '1' });
});
