import { describe, expect, it } from 'vitest';
import { mayHaveLoadedRows, shouldLoadDefaultRows } from '../../src/rules/defaultRows.ts';
import { situation } from '../kernel/support.ts';

const table = { defaultTbDataResourceApi: '/frmCrud/list/x' };
const none = { rowCount: 0 };

describe('default rows', () => {
  it('load without a record id or in a draft, not in a running record (SL-004)', () => {
    expect(shouldLoadDefaultRows(table, situation({ recordId: null }), none)).toBe(true);
    expect(shouldLoadDefaultRows(table, situation({ recordId: 'r', flowState: '0' }), none)).toBe(true);
    expect(shouldLoadDefaultRows(table, situation({ recordId: 'r', flowState: '1' }), none)).toBe(false);
    expect(shouldLoadDefaultRows({}, situation(), none)).toBe(false);
    const newOnly = { ...table, onlyNewRecordsLoad: true };
    expect(shouldLoadDefaultRows(newOnly, situation({ recordId: null }), none)).toBe(true);
    expect(shouldLoadDefaultRows(newOnly, situation({ recordId: 'r', flowState: '0' }), none)).toBe(false);
  });

  it('with nodes configured load only at one of them while the flow is not finished (SL-005)', () => {
    const nodes = { ...table, defaultTbDataDependTaskNode: '收样,检测' };
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '1', taskNode: '检测' }), none)).toBe(
      true,
    );
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '1', taskNode: '审核' }), none)).toBe(
      false,
    );
    expect(shouldLoadDefaultRows(nodes, situation({ recordId: 'r', flowState: '3', taskNode: '检测' }), none)).toBe(
      false,
    );
  });

  it('load where the node says so, whatever the table names, and never where it says not', () => {
    const at = (defaults: '0' | '1', more: object) =>
      situation({
        recordId: 'r',
        taskNode: '审核',
        nodeRules: { taskNode: '审核', fields: {}, tables: { rows: { defaults } }, actions: [] },
        ...more,
      });
    const named = { ...table, __vModel__: 'rows', defaultTbDataDependTaskNode: '收样' };
    expect(shouldLoadDefaultRows(named, at('1', { flowState: '1' }), none)).toBe(true);
    expect(
      shouldLoadDefaultRows({ ...named, defaultTbDataDependTaskNode: '审核' }, at('0', { flowState: '1' }), none),
    ).toBe(false);
    expect(shouldLoadDefaultRows(named, at('1', { flowState: '3' }), none)).toBe(false);
    expect(shouldLoadDefaultRows(named, at('1', { flowState: '1' }), { rowCount: 1 })).toBe(false);
  });

  it('never load over existing rows, unless the dependency field changed (SL-006, SL-007)', () => {
    expect(shouldLoadDefaultRows(table, situation(), { rowCount: 2 })).toBe(false);
    expect(shouldLoadDefaultRows(table, situation(), { rowCount: 2, hasDependencyChanged: true })).toBe(false);
    expect(
      shouldLoadDefaultRows({ ...table, defaultTbDataDependKey: 'project' }, situation(), {
        rowCount: 2,
        hasDependencyChanged: true,
      }),
    ).toBe(true);
  });

  it('load at each change of the dependency field, in a returned or running record as well, but at no other node than a configured one (SL-007)', () => {
    const depends = { ...table, defaultTbDataDependKey: 'project' };
    const changed = { rowCount: 2, hasDependencyChanged: true };
    for (const flowState of ['1', '2'])
      expect(shouldLoadDefaultRows(depends, situation({ recordId: 'r', flowState }), changed)).toBe(true);
    expect(shouldLoadDefaultRows(depends, situation({ recordId: 'r', flowState: '2' }), none)).toBe(false);
    const atNode = { ...depends, defaultTbDataDependTaskNode: '检测' };
    expect(shouldLoadDefaultRows(atNode, situation({ recordId: 'r', flowState: '1', taskNode: '检测' }), changed)).toBe(
      true,
    );
    expect(shouldLoadDefaultRows(atNode, situation({ recordId: 'r', flowState: '1', taskNode: '审核' }), changed)).toBe(
      false,
    );
  });

  it('are believed by the server in a draft with a dependency, later only with a change of it', () => {
    const depends = { ...table, defaultTbDataDependKey: 'project' };
    expect(mayHaveLoadedRows(depends, situation({ recordId: 'r', flowState: '0' }), { rowCount: 2 })).toBe(true);
    expect(mayHaveLoadedRows(table, situation({ recordId: 'r', flowState: '0' }), { rowCount: 2 })).toBe(false);
    const onRequest = { ...depends, onlyNewRecordsLoad: true };
    expect(mayHaveLoadedRows(onRequest, situation({ recordId: 'r', flowState: '0' }), none)).toBe(true);
    expect(mayHaveLoadedRows(depends, situation({ recordId: 'r', flowState: '2' }), { rowCount: 2 })).toBe(false);
    expect(
      mayHaveLoadedRows(depends, situation({ recordId: 'r', flowState: '2' }), {
        rowCount: 2,
        hasDependencyChanged: true,
      }),
    ).toBe(true);
  });
});
