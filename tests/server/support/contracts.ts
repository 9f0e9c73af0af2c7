import { expect } from 'vitest';
import type { businessOf, Values } from './business.ts';
import { day } from './business.ts';

type Business = ReturnType<typeof businessOf>;
type Refused = { code: string; msg: string };

/** A settlement of one row. */
export const rowOf = (price: number, quantity = 1): Values => ({
  items: [{ id: 'row-1', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity, price } }],
});

/** What people of the demo company do with contracts; each call fails the test where the server refuses. */
export function contractsOf(business: Business) {
  const projectOf = (name: string): Promise<string> =>
    business.save('sales', 'projectRegister', {
      projectName: name,
      projectKind: '房屋建筑',
      projectSource: '直接委托',
      projectState: '待进场',
      deptId: 'dept-cl',
      customer: 'customerProfile-0001',
      contractAmount: 100_000,
      leader: 'u-pm',
      startDate: day(-200),
    });
  /** The values of a new contract for a project. */
  const draftOf = async (project: string, name: string, more: Values = {}): Promise<Values> => ({
    ...(await business.begun('sales', 'contractLedger', 'projectRegister', project)),
    contractNo: `HT-${name}`,
    contractKind: '检测服务合同',
    deptId: 'dept-jy',
    handler: 'u-sales',
    changeAmount: 0,
    originalCopies: 4,
    startDate: day(-200),
    signDate: day(-200),
    endDate: day(60),
    originalsDue: day(-30),
    amount: 100_000,
    ...more,
  });
  const review = (id: string, legal = 'legal'): Promise<void> =>
    business.agree('contractLedger', id, [legal, { riskLevel: '低', legalOpinion: '无异议' }], 'leader', 'manager');
  const ofPm = { applicant: 'u-pm', deptId: 'dept-cl' };

  return {
    projectOf,
    draftOf,
    review,
    /** A contract in force, of a project of its own. */
    async signed(name: string, more: Values = {}): Promise<string> {
      const id = await business.submit('sales', 'contractLedger', await draftOf(await projectOf(name), name, more));
      await review(id);
      return id;
    },
    contract: async (id: string): Promise<Values> => (await business.read('contractLedger', id)).fieldsMap,

    /** The values of a settlement of this contract. */
    settlement: async (contract: string, more: Values = {}): Promise<Values> => ({
      contract,
      ...ofPm,
      stage: '进度结算',
      needInvoice: '不需要',
      settleDate: day(-40),
      dueDate: day(-10),
      deduct: 0,
      ...more,
    }),
    async settled(contract: string, amount: number, more: Values = {}): Promise<string> {
      const id = await business.submit('pm', 'projectSettlement', await this.settlement(contract, more), rowOf(amount));
      await business.agree('projectSettlement', id, 'dengguoqiang', 'finance', 'manager');
      return id;
    },
    /** Money that came in and was claimed for a contract. */
    async paid(contract: string, amount: number, more: Values = {}): Promise<void> {
      const receipt = await business.save('finance', 'receipt', {
        receiptDate: day(-5),
        payWay: '银行转账',
        payer: '江城建工',
        customer: 'customerProfile-0001',
        amount,
        bank: '中国银行江城分行',
        claimState: '待认领',
      });
      const id = await business.submit('pm', 'paymentClaim', {
        receipt,
        ...ofPm,
        claimDate: day(0),
        contract,
        amount,
        claimKind: '检测费',
        ...more,
      });
      await business.agree('paymentClaim', id, 'finance', 'dengguoqiang');
    },

    /** Submits and returns the refusal. */
    refusal: async (account: string, formKey: string, fieldsMap: Values, childTables: Values = {}): Promise<string> => {
      const answer = await (await business.at(account, formKey)).run({ fieldsMap, childTables } as never, 'submit');
      expect(answer.code).not.toBe('1');
      return JSON.stringify([answer.msg, answer.data]);
    },
    /** What is answered to somebody who agrees. */
    agreement: async (account: string, formKey: string, id: string, more: Values = {}): Promise<Refused> => {
      const records = await business.at(account, formKey);
      const { data } = await records.get(id);
      const record = { id, revision: data?.revision, fieldsMap: { ...data?.fieldsMap, ...more } };
      const { code, msg } = await records.run(record as never, 'approve', { opinion: '同意' });
      return { code, msg };
    },
    /** Presses a button of a record. */
    press: async (account: string, formKey: string, id: string, action: string, dialog: Values): Promise<Refused> => {
      const { code, msg } = await (
        await business.as(account)
      ).post(`/api/system/frmCrud/action/${formKey}`, {
        action,
        ids: [id],
        dialog: { fieldsMap: dialog, childTables: {} },
      });
      return { code, msg };
    },
  };
}
