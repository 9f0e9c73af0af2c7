import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { type Answer, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('the seals of contracts', () => {
  let business: ReturnType<typeof businessOf>;
  beforeAll(async () => {
    business = businessOf(server);
  });

  const FORM = 'businessSealApply';

  let id = '';

  /** A step of the process that may be refused: what the person writes into the record and into its files, by row id. */
  async function step(account: string, fields: Values, files: Readonly<Record<string, Values>>): Promise<Answer> {
    const records = await business.at(account, FORM);
    const { revision, fieldsMap, childTables } = (await records.get(id)).data;
    const sealFiles = (childTables['sealFiles'] ?? []).map((row) => ({
      ...row,
      fieldsMap: { ...row.fieldsMap, ...files[row.id] },
    }));
    const record = { id, revision, fieldsMap: { ...fieldsMap, ...fields }, childTables: { sealFiles } };
    return records.run(record as never, 'approve', { opinion: '同意' });
  }

  const giveBack = async (account: string, returnDate: string): Promise<Answer> =>
    (await business.as(account)).post(`/api/system/frmCrud/action/${FORM}`, {
      action: 'giveBack',
      ids: [id],
      dialog: { fieldsMap: { returnDate }, childTables: {} },
    });

  const file = (rowId: string, fileName: string, copies: number) => ({
    id: rowId,
    fieldsMap: { fileName, fileType: 'letter', sealType: 'company', copies },
  });

  describe('a seal that leaves the office with files of which one was struck', () => {
    it('counts what the department leader approved, none of the struck file', async () => {
      id = await business.submit(
        'staff',
        FORM,
        {
          applicantId: 'u-staff',
          applyDeptId: 'dept-jy',
          applyUnitId: 'unit-jc',
          applyDate: day(0),
          sealTitle: '外借公章',
          useWay: 'lend',
          lendPeriod: [day(0), day(1)],
          lendPlace: '开标室',
          lendSupervisor: 'u-yangfan',
          sealReason: '开标现场用印',
        },
        { sealFiles: [file('a', '投标函', 2), file('b', '说明', 3), file('c', '授权委托书', 1)] },
      );
      expect((await step('leader', {}, { a: { approvedCopies: 20 } })).msg).toContain('审批份数超过申请份数');
      expect(await step('leader', {}, { c: { approvedCopies: 0 } })).toMatchObject({ code: '1' });
      expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ totalApproved: 5 });
      expect(await step('manager', {}, {})).toMatchObject({ code: '1' });
    });

    it('is sealed no more often than approved, by a seal of the unit that applied', async () => {
      const used = { registerNo: 'YY-2026-9100', finishDate: day(0) };
      const own = { seal: 'sealImpressionInfo-0001' };
      const tooMany = await step('sealer', used, { a: { ...own, actualCopies: 20 }, b: own });
      expect([tooMany.code, tooMany.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('超过审批份数')]);
      const without = await step('sealer', used, { a: own });
      expect([without.code, without.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('选择所用印章')]);
      const wrong = await step('sealer', used, { a: { seal: 'sealImpressionInfo-0010' }, b: own });
      expect(wrong.data).toMatchObject({ problems: [{ path: ['childTables', 'sealFiles', 0, 'fieldsMap', 'seal'] }] });
      expect(await step('sealer', used, { a: { ...own, actualCopies: 1 }, b: own })).toMatchObject({
        code: '1',
        msg: expect.any(String) as string,
      });
      expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ totalActual: 4 });
      const { data } = await (await business.at('sealer', 'sealDetails')).list({ apply: id });
      expect(
        data.data.map(({ fieldsMap: { fileName, copies } }) => `${fileName as string} ${copies as number}`).sort(),
      ).toEqual(['投标函 1', '说明 3']);
    });

    it('is registered as returned by a seal keeper, once', async () => {
      expect((await giveBack('leader', day(0))).code).toBe('403');
      expect((await giveBack('sealer', day(1))).code).toBe('EFFECT_REQUIRE');
      expect(await giveBack('sealer', day(0))).toMatchObject({ code: '1' });
      expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ returnDate: day(0) });
      expect((await giveBack('sealer', day(0))).code).toBe('ACTION_WHEN');
    });
  });

  describe('what the only seal keeper applies for', () => {
    it('is sealed by their leader, who finds the seals, on a day since the application', async () => {
      id = await business.submit(
        'sealer',
        FORM,
        {
          applicantId: 'u-sealer',
          applyDeptId: 'dept-zh',
          applyUnitId: 'unit-jc',
          applyDate: day(0),
          sealTitle: '综合管理部致物业公司的函',
          useWay: 'onsite',
          sealReason: '停车位续租',
        },
        { sealFiles: [file('a', '函', 2)] },
      );
      expect(await step('gaojianping', {}, {})).toMatchObject({ code: '1' });
      const used = { registerNo: 'YY-2026-9101', finishDate: day(0) };
      const own = { a: { seal: 'sealImpressionInfo-0001' } };
      const bySelf = await step('sealer', used, own);
      expect([bySelf.code, bySelf.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('部门负责人')]);
      const keeper = await business.as('sealer');
      const handed = { formKey: FORM, recordId: id, userIds: ['u-gaojianping'] };
      expect(await keeper.post('/api/task/flow/process/transfer', handed)).toMatchObject({ code: '1' });
      for (const date of [day(-1), day(1)])
        expect((await step('gaojianping', { ...used, finishDate: date }, own)).msg).toContain('用印日期');
      expect((await step('gaojianping', used, { a: { ...own.a, sealDate: day(-1) } })).msg).toContain('用印日期');
      expect(await step('gaojianping', used, own)).toMatchObject({ code: '1' });
      // the division leader finds those of all departments, an employee none
      const seals = await (await business.at('manager', 'sealImpressionInfo')).list();
      expect(seals.data.page.total).toBeGreaterThanOrEqual(12);
      expect((await (await business.at('yangfan', 'sealImpressionInfo')).list()).data?.data ?? []).toEqual([]);
    });
  });

  describe('the seals of a contract', () => {
    const uploaded = async (account: string): Promise<string> => {
      const data = new FormData();
      data.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '合同.pdf');
      return (await (await business.as(account)).post<{ id: string }>('/api/file/sys/file/upload', data)).data.id;
    };
    const applied = async (contract: string, more: Values): Promise<string> => {
      const seal = await business.submit('sales', 'contractSeal', {
        ...(await business.begun('sales', 'contractSeal', 'contractLedger', contract)),
        applicant: 'u-sales',
        deptId: 'dept-jy',
        unitId: 'unit-jc',
        applyDate: day(0),
        mail: '当面递交',
        files: await uploaded('sales'),
        ...more,
      });
      await business.agree('contractSeal', seal, 'leader', 'manager');
      return seal;
    };

    it('are of the company that signs, each of another kind, and the originals are due when it was agreed', async () => {
      const office = contractsOf(business);
      const contract = await office.signed('我方先盖');
      const more = { seals: ['公司公章', '法定代表人章'], isFirst: '我方先盖', returnDate: day(30) };
      const seal = await applied(contract, more);
      const second = await business.save('sealer', 'sealImpressionInfo', {
        sealNo: 'YZ-JC-090',
        sealName: '公章（二）',
        sealType: 'company',
        unitId: 'unit-jc',
        enableDate: day(-10),
        sealState: '在用',
        keeperId: 'u-sealer',
      });
      const [company, legal, otherCompany] = ['0001', '0002', '0010'].map((no) => `sealImpressionInfo-${no}`);
      const scan = await uploaded('sealer');
      const pass = (values: Values) =>
        office.agreement('sealer', 'contractSeal', seal, { sealDate: day(0), scan, ...values });
      expect((await pass({ seal: otherCompany, moreSeals: [legal] })).code).toBe('RECORD_INVALID');
      expect((await pass({ seal: company, moreSeals: [second] })).msg).toContain('申请了法定代表人章');
      expect((await pass({ seal: company, moreSeals: [legal, second] })).msg).toContain('每种印章只登记一枚');
      expect(await pass({ seal: company, moreSeals: [legal] })).toMatchObject({ code: '1' });
      expect(await office.contract(contract)).toMatchObject({ originalsDue: day(30), originalsOut: 4 });

      const back = await office.signed('对方已盖');
      const last = await applied(back, { seals: ['合同专用章'], isFirst: '对方已盖' });
      const values = { seal: 'sealImpressionInfo-0003', sealDate: day(0), scan: await uploaded('sealer') };
      expect(await office.agreement('sealer', 'contractSeal', last, values)).toMatchObject({ code: '1' });
      expect(await office.contract(back)).toMatchObject({ originalsOut: 0, originalsBackDate: day(0) });
    });
  });

  describe('the register of seals', () => {
    it('is kept by the keepers of single seals too, of their own alone', async () => {
      const entry = (sealId: string): Values => ({
        sealId,
        fileName: '付款说明',
        applicantId: 'u-staff',
        copies: 1,
        sealDate: day(0),
        handler: 'u-maguixiang',
      });
      const keeper = await business.at('maguixiang', 'sealDetails');
      expect(await keeper.save({ fieldsMap: entry('sealImpressionInfo-0008') } as never)).toMatchObject({ code: '1' });
      expect((await keeper.save({ fieldsMap: entry('sealImpressionInfo-0001') } as never)).code).toBe('RECORD_INVALID');
    });
  });
});

describe('the lawyers', () => {
  let business: ReturnType<typeof businessOf>;
  let office: ReturnType<typeof contractsOf>;
  beforeAll(async () => {
    business = businessOf(server);
    office = contractsOf(business);
  });

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
      const mended = await saved(
        'leader',
        'businessHandover',
        { ...data.fieldsMap, reason: '人员调整（更正）' },
        record,
      );
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
});
