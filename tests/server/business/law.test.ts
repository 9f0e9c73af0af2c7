import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let office: ReturnType<typeof contractsOf>;

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  office = contractsOf(business);
});
afterAll(() => server?.dispose());

/** The answer to a save of a form without a process. */
const saved = async (account: string, formKey: string, fieldsMap: Values, more: Values = {}) =>
  (await business.at(account, formKey)).save({ fieldsMap, ...more } as never);

it('a labour dispute is registered by the personnel officer, whose menu leads to disputes and not to letters', async () => {
  const { data } = await (await business.as('hr')).get<object[]>('/api/system/sys/menu/getRouters');
  const menu = JSON.stringify(data);
  expect([menu.includes('legalCases/legalDispute/list'), menu.includes('legalCases/lawyerLetter/list')]).toEqual([
    true,
    false,
  ]);
});

describe('a letter of the lawyer', () => {
  const letterOf = async (contract: string, more: Values = {}): Promise<Values> => ({
    ...(await business.begun('sales', 'lawyerLetter', 'contractLedger', contract)),
    applicant: 'u-sales',
    deptId: 'dept-jy',
    applyDate: day(0),
    dueDate: day(-10),
    reminded: 2,
    facts: '至今未付',
    demand: '七日内付清',
    ...more,
  });

  it('claims what is owed and overdue, is not sent for money that came, and its answer is written down', async () => {
    const contract = await office.signed('律师函');
    const settlement = await office.settled(contract, 30_000);
    const refused = async (more: Values) => office.refusal('sales', 'lawyerLetter', await letterOf(contract, more));
    expect(await refused({ debt: 30_000.01 })).toContain('不超过合同 HT-律师函 的应收未收 30000.00 元');
    expect(await refused({ dueDate: day(3) })).toContain('不能发律师函');
    expect(await refused({ result: '已付款' })).toContain('result');

    const letter = await business.submit('sales', 'lawyerLetter', await letterOf(contract));
    await business.agree('lawyerLetter', letter, 'leader', 'manager', [
      'legal',
      { lawyer: '正衡所', sendDate: day(0) },
    ]);
    const answer = { replyDate: day(0), result: '承诺付款' };
    expect((await office.press('sales', 'lawyerLetter', letter, 'reply', answer)).code).not.toBe('1');
    expect((await office.press('legal', 'lawyerLetter', letter, 'reply', answer)).code).toBe('1');
    expect((await business.read('lawyerLetter', letter)).fieldsMap).toMatchObject(answer);

    const late = await business.submit('sales', 'lawyerLetter', await letterOf(contract));
    await business.agree('lawyerLetter', late, 'leader', 'manager');
    await office.paid(contract, 30_000, { settlement });
    const sent = { lawyer: '正衡所', sendDate: day(0) };
    expect((await office.agreement('legal', 'lawyerLetter', late, sent)).msg).toContain('应收未收现为 0.00 元');

    // what follows from the letter begins with its contract and money
    const dispute = await business.begun('legal', 'legalDispute', 'lawyerLetter', letter);
    expect(dispute).toMatchObject({ contract, claimAmount: 30_000, letter });
  });
});

describe('a dispute', () => {
  const dispute = {
    applicant: 'u-legal',
    deptId: 'dept-zh',
    disputeName: '某项目检测费纠纷',
    disputeKind: '欠款',
    counterparty: '江城建工',
    claimAmount: 50_000,
    stage: '协商',
    result: '未结',
    facts: '已结算未付',
  };

  it('ends with a result, gets back no more than it claims, and is read by those whom it concerns', async () => {
    expect((await saved('legal', 'legalDispute', { ...dispute, stage: '结案' })).msg).toContain('请填写结果');
    expect((await saved('legal', 'legalDispute', { ...dispute, gotAmount: 500_000 })).msg).toContain('50000.00 元');
    const id = await business.save('yangfan', 'legalDispute', dispute);
    const { data } = await (await business.at('legal', 'legalDispute')).get(id);
    // the lawyer keeps the case of a colleague
    const kept = await saved(
      'legal',
      'legalDispute',
      { ...data.fieldsMap, stage: '结案', result: '和解' },
      {
        id,
        revision: data.revision,
      },
    );
    expect(kept.code).toBe('1');
    const others = await business.at('tester', 'legalDispute');
    expect((await others.get(id)).code).not.toBe('1');
    const listed = await others.list({ disputeName: '某项目' }, {}, 'listNoAuth');
    expect(listed.data?.data ?? []).toEqual([]);
  });

  it('becomes a case of the court, which ends with a result and is kept by the lawyers', async () => {
    const from = await business.save('legal', 'legalDispute', dispute);
    const begun = await business.begun('legal', 'legalCaseFiling', 'legalDispute', from);
    expect(begun).toMatchObject({ dispute: from, opponent: '江城建工', principal: 50_000 });
    const filing = {
      ...begun,
      caseKind: '其他',
      caseState: '诉前准备',
      ourRole: '原告',
      handler: 'u-legal',
      deptId: 'dept-zh',
    };
    const ended = { ...filing, caseState: '已结案', filingDate: day(-90), court: '城中区人民法院' };
    expect(JSON.stringify(await saved('legal', 'legalCaseFiling', ended))).toContain('caseResult');
    expect(
      (await saved('legal', 'legalCaseFiling', { ...filing, caseState: '已立案', filingDate: day(2), court: '法院' }))
        .msg,
    ).toContain('不能晚于今天');
    await business.save('yangfan', 'legalCaseFiling', { ...filing, dispute: null, caseName: '同事录入' });
    const found = await (await business.at('legal', 'legalCaseFiling')).list({ caseName: '同事录入' });
    expect(found.data.page.total).toBe(1);
    // whoever has the dispute is told of the end once, and of another one after it was taken up again
    const closed = { ...ended, caseResult: '部分支持', closeDate: day(-1), caseName: '只告知一次' };
    const id = await business.save('yangfan', 'legalCaseFiling', closed);
    const told = async (): Promise<number> =>
      (
        await server.context.db
          .selectFrom('sys_remind')
          .select('title')
          .where('user_id', '=', 'u-legal')
          .where('title', 'like', '%只告知一次 已结案%')
          .execute()
      ).length;
    const change = async (more: Values): Promise<void> => {
      const { data } = await (await business.at('yangfan', 'legalCaseFiling')).get(id);
      const values = { ...data.fieldsMap, ...more };
      const answer = await saved('yangfan', 'legalCaseFiling', values, { id, revision: data.revision });
      expect(answer).toMatchObject({ code: '1' });
    };
    await change({ lawyer: '正衡所' });
    expect(await told()).toBe(1);
    await change({ caseState: '执行中' });
    await change({ caseState: '已结案' });
    expect(await told()).toBe(2);
  });
});

describe('business handed over', () => {
  it('is handed over once: mending the reason later does not hand it back', async () => {
    const contract = await office.signed('移交');
    const { project } = await office.contract(contract);
    const hand = (receiver: string): Promise<string> =>
      business.save('leader', 'businessHandover', {
        project,
        contracts: [contract],
        operator: 'u-leader',
        receiver,
        handDate: day(0),
        reason: '人员调整',
      });
    const first = await hand('u-staff');
    await hand('u-zhengkai');
    expect(await office.contract(contract)).toMatchObject({ handler: 'u-zhengkai', projectLeader: 'u-pm' });
    const { data } = await (await business.at('leader', 'businessHandover')).get(first);
    const record = { id: first, revision: data.revision };
    const mended = await saved('leader', 'businessHandover', { ...data.fieldsMap, reason: '人员调整（更正）' }, record);
    expect(mended.code).toBe('1');
    expect(await office.contract(contract)).toMatchObject({ handler: 'u-zhengkai' });
    const again = await saved(
      'leader',
      'businessHandover',
      { ...data.fieldsMap, receiver: 'u-sales' },
      { id: first, revision: mended.data.revision },
    );
    expect(again.code).not.toBe('1');
  });
});
