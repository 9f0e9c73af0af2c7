import { describe, expect, it } from 'vitest';
import type { AnyNode, FieldNode } from '../../src/grammar/nodes.ts';
import type { WidgetDefinition } from '../../src/kernel/widget.ts';
import { vocabulary } from './support.ts';
import {
  findOptionLabels,
  hasOption,
  isOptionPart,
  optionParts,
  optionsFromData,
  staticOptions,
} from '../../src/kernel/options.ts';

const node = (more: object): AnyNode => ({ tag: 'el-select', __vModel__: 's', ...more }) as AnyNode;
const options = [
  { label: '甲', value: 1, children: [{ label: '乙', value: '2' }] },
  { label: '丙', value: '3' },
];

describe('options', () => {
  it('of the document come from __slot__ or staticJson, as list or text (FK-005, FK-033, FK-034)', () => {
    expect(staticOptions(node({ __slot__: { options } }))).toBe(options);
    expect(staticOptions(node({ isStatic: '1', staticJson: options, __slot__: { options: [] } }))).toBe(options);
    expect(staticOptions(node({ isStatic: '1', staticJson: '[{"label":"一","value":1}]' }))).toEqual([
      { label: '一', value: 1 },
    ]);
    expect([
      staticOptions(node({})),
      staticOptions(node({ staticJson: '{' })),
      staticOptions(node({ staticJson: 'x' })),
    ]).toEqual([[], [], []]);
  });

  it('of a dictionary or a call are not in the document', () => {
    expect([
      staticOptions(node({ isDict: '1', dictCode: 'x', __slot__: { options } })),
      staticOptions(node({ isRemote: '1' })),
    ]).toEqual([null, null]);
  });

  it('of an answer are read at its position under its own names (FK-031, FK-032)', () => {
    const data = {
      rows: [{ id: 1, name: '一', kids: [{ id: 2, name: '二' }], listClass: 'success' }, { name: '无值' }, null, 'x'],
    };
    expect(optionsFromData(data, 'data.rows', { label: 'name', value: 'id', children: 'kids' })).toEqual([
      { label: '一', value: 1, listClass: 'success', children: [{ label: '二', value: 2 }] },
      { label: 'x', value: 'x' },
    ]);
    expect(optionsFromData('nonsense', 'rows', undefined)).toEqual([]);
  });

  it('give the display text of one value or several, at any depth, “1” and 1 alike (LB-001)', () => {
    expect([
      findOptionLabels(options, '1'),
      findOptionLabels(options, 2),
      findOptionLabels(options, ['3', 1], ' / '),
      findOptionLabels(options, 'z'),
      findOptionLabels(options, null),
    ]).toEqual(['甲', '乙', '丙 / 甲', 'z', '']);
    expect([hasOption(options, 2), hasOption(options, 9)]).toEqual([true, false]);
  });

  it('stand for one part of a value each; a list in a cascader is a way from the root that must exist', () => {
    const parts = (tag: string, value: unknown, more: object = {}): readonly unknown[] =>
      optionParts({ tag, ...more } as unknown as FieldNode, vocabulary.definition(tag) as WidgetDefinition, value);
    expect([
      parts('el-select', '3'),
      parts('el-select', ['3', '', 1]),
      parts('el-select', null),
      parts('el-cascader', [1, '2']),
      parts('el-cascader', [[1, '2'], '3'], { multiple: true }),
    ]).toEqual([['3'], ['3', 1], [], [[1, '2']], [[1, '2'], '3']]);
    expect([[1, '2'], [1], '2', ['3']].map((part) => isOptionPart(options, part))).toEqual([true, true, true, true]);
    expect([[1, '3'], ['2'], ['3', '2'], 'z', [1, '2', '2']].map((part) => isOptionPart(options, part))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
