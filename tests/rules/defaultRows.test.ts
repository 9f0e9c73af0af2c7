import { describe, expect, it } from 'vitest';
import { shouldLoadDefaultRows } from '../../src/rules/defaultRows.ts';
import { situation } from '../kernel/support.ts';

const table = { defaultTbDataResourceApi: '/frmCrud/list/x' };
const none = { rowCount: 0 };

describe('default rows', () => {
  it('load without a record id or in a draft, not in a running record (SL-004)', () => {
    expect(shouldLoadDefaultRows(table, situation({ recordId: null }), none)).toBe(true);
    expect(shouldLoadDefaultRows(table, situation({ recordId: 'r', flowState: '0' }), none)).toBe(true);
    expect(shouldLoadDefaultRows(table, situation({ recordId: 'r', flowState: '1' }), none)).toBe(false);
    expect(shouldLoadDefaultRows({}, situation(), none)).toBe(false);
  });

  it('with nodes configured load only at one of them while the flow is not finished (SL-005)', () => {
    const nodes = { ...table, defaultTbDataDependTaskNode: '收样,检测' };
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '1', taskNode: '检测' }), none)).toBe(true);
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '1', taskNode: '审核' }), none)).toBe(false);
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '3', taskNode: '检测' }), none)).toBe(false);
  });

  it('never load over existing rows, unless the dependency field changed (SL-006, SL-007)', () => {
    expect(shouldLoadDefaultRows(table, situation(), { rowCount: 2 })).toBe(false);
    expect(shouldLoadDefaultRows(table, situation(), { rowCount: 2, hasDependencyChanged: true })).toBe(false);
    expect(shouldLoadDefaultRows({ ...table, defaultTbDataDependKey: 'project' }, situation(), { rowCount: 2, hasDependencyChanged: true })).toBe(true);
  });
});
