import { expect } from 'vitest';
import type { Client } from '../support.ts';

const SYSTEM = '/api/system';
export const BASE = `${SYSTEM}/sys/pack`;

export interface Id {
  kind: string;
  key: string;
}
export interface Preview {
  name: string;
  items: (Id & {
    name: string;
    state: string;
    isTaken: boolean;
    hasDraft: boolean;
    here: string | null;
    there: string | null;
  })[];
  missing: {
    kind: string;
    key: string;
    name: string;
    by: string;
    place: string;
    canMap: boolean;
    mapped: string | null;
  }[];
  problems: { kind: string; key: string; level: string; path: (string | number)[]; message: string }[];
  effects: { kind: string; key: string; message: string; isBreaking: boolean }[];
  toReview: Id[];
  seen: string;
}
export interface Choice {
  take?: Id[];
  mapping?: Record<string, string>;
  seen?: string;
}

const fine = async (answer: Promise<{ code: string; msg: string }>): Promise<void> => {
  const { code, msg } = await answer;
  expect([code, msg]).toEqual(['1', expect.anything()]);
};

export const input = (key: string, label: string, more: object = {}) => ({
  tag: 'el-input',
  __vModel__: key,
  label,
  isList: '1',
  ...more,
});
export const carFields = (...more: object[]): object[] => [
  input('plate', '车牌'),
  { tag: 'el-select', __vModel__: 'kind', label: '车型', isDict: '1', dictCode: 'carKind', isList: '1' },
  ...more,
];

/** The flow of applications for cars, whose second task is one person's. */
export const carFlow = (
  userId: string,
): string => `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" id="d" targetNamespace="t">
<process id="carFlow" name="用车审批" isExecutable="true"><startEvent id="s"/>
<userTask id="apply" name="申请"><extensionElements><sf:candidates type="initiator"/></extensionElements></userTask>
<userTask id="fleet" name="车队安排"><extensionElements><sf:candidates type="role" value="fleet"/></extensionElements></userTask>
<userTask id="boss" name="指定的人"><extensionElements><sf:candidates type="user" value="${userId}"/></extensionElements></userTask><endEvent id="e"/>
<sequenceFlow id="f0" sourceRef="s" targetRef="apply"/><sequenceFlow id="f1" sourceRef="apply" targetRef="fleet"/><sequenceFlow id="f2" sourceRef="fleet" targetRef="boss"/>
<sequenceFlow id="f3" sourceRef="boss" targetRef="e"/></process></definitions>`;

/** What an administrator does on one installation. */
export function carPool(url: string, admin: Client) {
  const publish = async (
    path: string,
    keyName: string,
    key: string,
    titleName: string,
    title: string,
    definition: unknown,
  ) => {
    await fine(admin.post(`${SYSTEM}/${path}/saveDraft`, { [keyName]: key, [titleName]: title, definition }));
    const impact = await admin.post<{ seen: string }>(`${SYSTEM}/${path}/impact`, { [keyName]: key, definition });
    await fine(
      admin.post(`${SYSTEM}/${path}/publish`, {
        [keyName]: key,
        note: '',
        ...(impact.data?.seen ? { acknowledged: impact.data.seen } : {}),
      }),
    );
  };
  const pool = {
    form: (formKey: string, formName: string, fields: object[], more: object = {}) =>
      publish('frmDef', 'formKey', formKey, 'formName', formName, {
        formKey,
        formName,
        fields,
        access: { createRoles: ['fleet'] },
        ...more,
      }),
    screen: (screenKey: string, title: string, root: object) =>
      publish('screenDef', 'screenKey', screenKey, 'title', title, { screenKey, title, root }),
    flow: (xml: string) => publish('flowDef', 'flowKey', 'carFlow', 'flowName', '用车审批', xml),
    dataset: (measure: string, group = 'kind') =>
      publish('datasetDef', 'datasetKey', 'test/cars', 'name', '车辆统计', {
        datasetKey: 'test/cars',
        name: '车辆统计',
        params: [],
        from: 'car',
        groupBy: [{ key: 'g', of: group }],
        measures: [{ key: measure, fn: 'count', label: '数量' }],
      }),
    dictionary: (...labels: string[]) =>
      fine(
        admin.post(`${SYSTEM}/sys/dictType/saveOrUpdate`, {
          typeCode: 'carKind',
          typeName: '车型',
          items: labels.map((dictLabel, index) => ({ dictLabel, dictValue: String(index + 1) })),
        }),
      ),
    /** A role, a dictionary, a process, two forms, a dataset, a page and its entry, each naming others. */
    async build(userId: string): Promise<void> {
      await fine(
        admin.post(`${SYSTEM}/sys/role/add`, { code: 'fleet', name: '车队', permissions: ['system:dict:edit'] }),
      );
      await pool.dictionary('轿车', '货车');
      await pool.flow(carFlow(userId));
      await pool.form('car', '车辆', carFields());
      await pool.form(
        'carApply',
        '用车申请',
        [input('reason', '事由'), { tag: 'recordSelector', __vModel__: 'car', label: '车辆', to: 'car' }],
        { flowKey: 'carFlow' },
      );
      await fine(
        admin.post(`${SYSTEM}/sys/role/saveGrid`, {
          code: 'fleet',
          forms: [{ formKey: 'car', rights: ['see', 'create'], hidden: [], locked: ['plate'] }],
        }),
      );
      await pool.dataset('m');
      await pool.screen('test/carApply/list', '用车申请', { tag: 'list', formKey: 'carApply' });
      await fine(
        admin.post(`${SYSTEM}/sys/menu/save`, {
          parentId: 'office',
          roles: ['fleet', 'manager'],
          item: { name: '用车申请', path: 'carApply', code: 'carApplyEntry', component: 'test/carApply/list' },
        }),
      );
    },
    needs: async (...items: Id[]) =>
      (await admin.post<(Id & { why: string; by: string; isProposed: boolean })[]>(`${BASE}/needs`, { items })).data,
    /** The file as it is downloaded. */
    async pack(...items: Id[]): Promise<string> {
      const answer = await fetch(`${url}${BASE}/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: '用车', note: '试用', items }),
      });
      const text = await answer.text();
      expect(answer.headers.get('content-disposition') ?? text).toContain('attachment');
      return text;
    },
    preview: (pack: string, choice: Choice = {}) => admin.post<Preview>(`${BASE}/preview`, { pack, ...choice }),
    take: (pack: string, choice: Choice = {}) =>
      admin.post<{ id: string; added: number; changed: number }>(`${BASE}/import`, { pack, ...choice }),
    undo: (id: string) => admin.post<{ restored: number; removed: number; kept: string[] }>(`${BASE}/undo`, { id }),
  };
  return pool;
}
export type CarPool = ReturnType<typeof carPool>;

export const CARS: Id[] = [
  { kind: 'dictionary', key: 'carKind' },
  { kind: 'flow', key: 'carFlow' },
  { kind: 'form', key: 'car' },
  { kind: 'form', key: 'carApply' },
  { kind: 'role', key: 'fleet' },
  { kind: 'dataset', key: 'test/cars' },
  { kind: 'screen', key: 'test/carApply/list' },
  { kind: 'menu', key: 'carApplyEntry' },
];
