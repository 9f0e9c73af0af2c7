import { expect } from 'vitest';
import { clientOf } from '../approval/story.ts';
import type { Answer, TestServer } from '../support.ts';
import { day, type Values } from './business.ts';
import { recordsOf, type Saved } from './sealDemo.ts';

/** An order as the reception registers it, with so many samples of this number. */
export const orderValues = (no: string, count = 1, more: Values = {}) => ({
  fieldsMap: {
    entrustDate: day(-10),
    registrar: 'u-reception',
    entrustKind: 'common',
    urgency: '1',
    entrustUnit: '江城云帆置业公司',
    entruster: '李工',
    entrusterPhone: '13912345678',
    projectName: '实验楼',
    expectDate: day(20),
    sampleDisposal: 'retain',
    reportWay: 'pickup',
    reportCopies: 3,
    ...more,
  },
  childTables: {
    samples: Array.from({ length: count }, (_none, index) => ({
      id: `s${index + 1}`,
      fieldsMap: {
        sampleNo: `${no}-${index + 1}`,
        sampleKind: ['主体结构材料', '混凝土试块'],
        sampleName: '混凝土试块',
        quantity: 3,
        unit: 'group',
        testItems: ['compressive'],
        moldDate: day(-28),
      },
    })),
  },
});

/** The calls of the people through whose hands an entrust order goes. */
export function ordersOf(server: TestServer) {
  const at = async (who: string, formKey = 'testEntrustRegistration') =>
    recordsOf(await clientOf(server, who), formKey);

  return {
    at,
    async begin(no: string, count = 1, more: Values = {}): Promise<string> {
      const answer = await (await at('reception')).run(orderValues(no, count, more) as never, 'submit');
      expect(answer.msg, JSON.stringify(answer.data)).toContain('成功');
      return answer.data.id ?? '';
    },

    /** One step of an order: values of the order, and of its rows one after the other. */
    async step(
      who: string,
      id: string,
      fields: Values = {},
      rows: readonly Values[] = [],
      action = 'approve',
    ): Promise<Saved> {
      const records = await at(who);
      const { data } = await records.get(id);
      const samples = (data.childTables['samples'] ?? []).map((row, index) => ({
        ...row,
        fieldsMap: { ...row.fieldsMap, ...rows[index] },
      }));
      return records.run(
        { id, revision: data.revision, fieldsMap: { ...data.fieldsMap, ...fields }, childTables: { samples } } as never,
        action,
        { opinion: '请处理' },
      );
    },

    found: async (who: string, formKey: string, field: string, value: string) =>
      (await (await at(who, formKey)).list({ conditions: [{ field, op: 'eq', value }] })).data.data,

    press: async (
      who: string,
      formKey: string,
      action: string,
      id: string,
      dialog: Values = {},
    ): Promise<Answer<unknown>> =>
      (await clientOf(server, who)).post(`/api/system/frmCrud/action/${formKey}`, {
        action,
        ids: [id],
        dialog: { fieldsMap: dialog, childTables: {} },
      }),

    /** The texts of which a person was told. */
    told: async (userId: string): Promise<string> =>
      (await server.context.db.selectFrom('sys_remind').select('title').where('user_id', '=', userId).execute())
        .map(({ title }) => title)
        .join('\n'),
  };
}
