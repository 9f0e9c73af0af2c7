import { describe, expect, it } from 'vitest';
import { hasSelectorForSuperRole, isColumnEditable } from '../../src/rules/columns.ts';
import { mayAddRow, mayCopyRow, mayOrderRows, mayRemoveRow } from '../../src/rules/tables.ts';
import { isFieldEditable, isFieldRequired, isFieldVisible, type FieldConfig } from '../../src/rules/fields.ts';
import { nodeRules, situation } from '../kernel/support.ts';
import fc from '../support/fc.ts';

const field = (change: Partial<FieldConfig> = {}): FieldConfig => ({
  tag: 'el-input',
  __vModel__: 'x',
  flowEditable: '1',
  ...change,
});

describe('editability (ED-001…005)', () => {
  it('needs isEdit and flowEditable, both "1" (ED-001, FK-007)', () => {
    const table = [
      ['1', '1', true],
      ['1', '0', false],
      ['0', '1', false],
      ['0', '0', false],
    ] as const;
    for (const [isEdit, flowEditable, expected] of table) {
      expect(isFieldEditable(field({ flowEditable }), situation({ isEdit }))).toBe(expected);
    }
  });

  it('takes an absent flowEditable for no, since the rule asks for "1"', () => {
    expect(isFieldEditable({ tag: 'el-input', __vModel__: 'x' }, situation())).toBe(false);
  });

  it.each(['el-radio-group', 'el-switch', 'el-upload'])(
    'holds for %s as for any other widget (ED-003, ED-004)',
    (tag) => {
      expect(isFieldEditable(field({ tag }), situation())).toBe(true);
      expect(isFieldEditable(field({ tag }), situation({ isEdit: '0' }))).toBe(false);
      expect(isFieldEditable(field({ tag, flowEditable: '0' }), situation())).toBe(false);
    },
  );

  it('keeps the three selectors, and only them, editable for the super role on a read-only form (ED-005)', () => {
    const readOnly = situation({ isEdit: '0', superRole: true });
    for (const tag of ['userSelector', 'deptSelector', 'componySelector'])
      expect(isFieldEditable(field({ tag, flowEditable: '0' }), readOnly)).toBe(true);
    expect(isFieldEditable(field({ tag: 'el-select' }), readOnly)).toBe(false);
    expect(isFieldEditable(field({ tag: 'userSelector' }), situation({ isEdit: '0' }))).toBe(false);
  });

  it('keeps the selectors in stored rows open for the super role, too, without adding rows (ED-005)', () => {
    const readOnly = situation({ isEdit: '0', superRole: true });
    const table = { tag: 'subTable', __vModel__: 't' };
    const person = { tag: 'userSelector', __vModel__: 'p' };
    const cell = { table, row: {}, rowId: 'r1' };
    expect([
      isColumnEditable(person, cell, readOnly),
      isColumnEditable({ ...person, readonly: true }, cell, readOnly),
      isColumnEditable({ ...person, tag: 'el-input' }, cell, readOnly),
      isColumnEditable(person, { ...cell, isNewRow: true }, readOnly),
      isColumnEditable(person, cell, situation({ isEdit: '0' })),
    ]).toEqual([true, false, false, false, false]);
    expect([
      hasSelectorForSuperRole(table, [person], readOnly),
      hasSelectorForSuperRole(table, [{ ...person, tag: 'el-input' }], readOnly),
      hasSelectorForSuperRole({ ...table, flowVisible: '0' }, [person], readOnly),
    ]).toEqual([true, false, false]);
    expect([mayAddRow, mayCopyRow, mayRemoveRow, mayOrderRows].map((rule) => rule(table, readOnly))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('never lets anyone type into a read-only, disabled or computed field', () => {
    for (const lock of [{ readonly: true }, { disabled: true }, { computed: 'a + 1' }]) {
      expect(isFieldEditable(field(lock), situation())).toBe(false);
      expect(isFieldEditable(field({ tag: 'userSelector', ...lock }), situation({ superRole: true }))).toBe(false);
    }
  });
});

describe('a task node', () => {
  it('opens what it lists and closes the rest', () => {
    const here = situation({ nodeRules: nodeRules({ fields: { x: { editable: '1' } } }) });
    expect(isFieldEditable(field(), here)).toBe(true);
    expect(isFieldEditable(field({ __vModel__: 'y' }), here)).toBe(false);
    expect(isFieldVisible(field({ __vModel__: 'y' }), here)).toBe(true);
  });

  it('overrides the flags of the definition both ways', () => {
    const rules = nodeRules({
      fields: { x: { visible: '1', editable: '1', required: '1' }, y: { visible: '0', required: '0' } },
    });
    const here = situation({ nodeRules: rules });
    expect(isFieldEditable(field({ flowVisible: '0', flowEditable: '0' }), here)).toBe(true);
    expect(isFieldRequired(field(), here)).toBe(true);
    expect(isFieldVisible(field({ __vModel__: 'y' }), here)).toBe(false);
    expect(isFieldRequired(field({ __vModel__: 'y', required: true }), here)).toBe(false);
  });

  it('of the applicant follows the definition for what it does not list', () => {
    const here = situation({ nodeRules: nodeRules({ isStart: true }) });
    expect(isFieldEditable(field(), here)).toBe(true);
    expect(isFieldEditable(field({ flowEditable: '0' }), here)).toBe(false);
  });

  it('does not show what the definition hides unless it lists it', () => {
    expect(isFieldVisible(field({ flowVisible: '0' }), situation({ nodeRules: nodeRules() }))).toBe(false);
    expect(
      isFieldVisible(
        field({ flowVisible: '0' }),
        situation({ nodeRules: nodeRules({ fields: { x: { visible: '1' } } }) }),
      ),
    ).toBe(true);
  });
});

it('nothing invisible is ever editable, whatever the flags', () => {
  const flag = fc.constantFrom('0', '1', undefined) as fc.Arbitrary<'0' | '1' | undefined>;
  fc.assert(
    fc.property(
      flag,
      flag,
      flag,
      flag,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('el-input', 'userSelector'),
      (flowVisible, flowEditable, visible, editable, superRole, isStart, tag) => {
        const rule = Object.fromEntries(
          Object.entries({ visible, editable }).filter(([, value]) => value !== undefined),
        );
        const here = situation({ superRole, nodeRules: nodeRules({ isStart, fields: { x: rule } }) });
        const one = field({ tag, flowVisible, flowEditable });
        return isFieldVisible(one, here) || !isFieldEditable(one, here);
      },
    ),
  );
});
