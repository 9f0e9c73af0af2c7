import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFormForRules, runTimedEffect } from '../../../src/server/timeRules/index.ts';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let office: ReturnType<typeof contractsOf>;

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  office = contractsOf(business);
});
afterAll(() => server?.dispose());

describe('the state of a contract', () => {
  it('follows from its review and its start, and is not chosen by anybody', async () => {
    const project = await office.projectOf('状态');
    const draft = await office.draftOf(project, '状态');
    expect(await office.refusal('sales', 'contractLedger', { ...draft, contractState: '已履行完毕' })).toContain(
      'contractState',
    );
    const now = await business.submit('sales', 'contractLedger', draft);
    expect(await office.contract(now)).toMatchObject({ contractState: '待生效', side: '收入' });
    await office.review(now);
    expect(await office.contract(now)).toMatchObject({ contractState: '履行中' });
    const later = await office.signed('以后', { startDate: day(20) });
    expect(await office.contract(later)).toMatchObject({ contractState: '待生效' });
  });

  it('is suspended and taken up again by leaders, with the reason beside it', async () => {
    const id = await office.signed('中止');
    expect((await office.press('sales', 'contractLedger', id, 'suspend', { reason: '停建' })).code).not.toBe('1');
    expect((await office.press('leader', 'contractLedger', id, 'suspend', { reason: '停建' })).msg).toBe('合同已中止');
    const { contractState, stateNote } = await office.contract(id);
    expect([contractState, stateNote]).toEqual(['已中止', expect.stringContaining('中止：停建')]);
    expect((await office.press('leader', 'contractLedger', id, 'resume', { reason: '复工' })).code).toBe('1');
    expect(await office.contract(id)).toMatchObject({ contractState: '履行中' });
    const later = await office.signed('缓建', { startDate: day(20) });
    await office.press('leader', 'contractLedger', later, 'suspend', { reason: '停建' });
    expect((await office.press('leader', 'contractLedger', later, 'resume', { reason: '复工' })).code).toBe('1');
    expect(await office.contract(later)).toMatchObject({ contractState: '待生效' });
  });

  it('says who pays: what we buy is neither settled nor part of the income', async () => {
    const id = await office.signed('采购', { contractKind: '设备采购合同' });
    expect(await office.contract(id)).toMatchObject({ side: '支出' });
    expect(
      await office.refusal('pm', 'projectSettlement', await office.settlement(id), { items: [] } as Values),
    ).toContain('合同');
    expect((await office.press('leader', 'contractLedger', id, 'complete', { reason: '已到货付清' })).code).toBe('1');
  });
});

describe('the people of a contract', () => {
  it('are those of its project of today, and what we pay stands with no client', async () => {
    const [id, paying] = [await office.signed('随项目'), await office.signed('分包', { contractKind: '检测分包合同' })];
    expect(await office.contract(id)).toMatchObject({ customer: 'customerProfile-0001', projectLeader: 'u-pm' });
    expect((await office.contract(paying))['customer'] ?? '').toBe('');
    const project = String((await office.contract(id))['project']);
    const records = await business.at('leader', 'projectRegister');
    const { revision, fieldsMap } = (await records.get(project)).data;
    const saved = await records.save({
      id: project,
      revision,
      fieldsMap: { ...fieldsMap, customer: 'customerProfile-0002', entrustUnit: undefined },
    } as never);
    expect([saved.code, saved.msg]).toEqual(['1', saved.msg]);
    const handed = { leader: 'u-tester', handDate: day(0), reason: '原负责人调离' };
    expect((await office.press('leader', 'projectRegister', project, 'principal', handed)).code).toBe('1');
    expect((await (await business.at('tester', 'contractLedger')).get(id)).code).not.toBe('1');
    const form = await loadFormForRules(server.context, 'contractLedger');
    const effect = form.loaded.form.definition.effects?.find(({ key }) => key === 'side');
    const nextNight = new Date(Date.now() + 86_400_000);
    await runTimedEffect(form, effect as never, 'side', new AbortController().signal, nextNight);
    expect(await office.contract(id)).toMatchObject({ customer: 'customerProfile-0002', projectLeader: 'u-tester' });
    expect((await (await business.at('tester', 'contractLedger')).get(id)).code).toBe('1');
    expect((await office.contract(paying))['customer'] ?? '').toBe('');
  });
});

describe('the review of a contract', () => {
  it('refuses terms of payment that do not come to a hundred percent', async () => {
    const draft = await office.draftOf(await office.projectOf('付款'), '付款');
    const terms = (last: number): Values => ({
      terms: [30, 50, last].map((share, index) => ({
        id: `term-${index}`,
        fieldsMap: { stage: `第${index}期`, share, termDate: day(index) },
      })),
    });
    expect(await office.refusal('sales', 'contractLedger', draft, terms(30))).toContain('合计应为 100%');
    await business.submit('sales', 'contractLedger', draft, terms(20));
  });

  it('is not done by the lawyer who entered the contract while there is another one', async () => {
    const project = await office.projectOf('自审');
    const draft = await office.draftOf(project, '自审');
    const id = await business.submit('yangfan', 'contractLedger', { ...draft, handler: 'u-yangfan' });
    const opinion = { riskLevel: '低', legalOpinion: '无异议' };
    expect((await office.agreement('yangfan', 'contractLedger', id, opinion)).code).not.toBe('1');
    expect((await office.agreement('legal', 'contractLedger', id, opinion)).code).toBe('1');
  });
});

describe('the originals of a contract', () => {
  it('are counted when they come back, and the list of those outside gets shorter', async () => {
    const id = await office.signed('原件');
    const outside = async (): Promise<number> =>
      (
        await (
          await business.at('sales', 'contractLedger')
        ).list({ contractNo: 'HT-原件', originalsState: '未归还', flwState: '3' })
      ).data.page.total;
    expect(await outside()).toBe(1);
    const back = { backDate: day(0) };
    expect((await office.press('sales', 'contractLedger', id, 'originals', { ...back, back: 5 })).msg).toContain(
      '不能多于原件份数 4 份',
    );
    expect((await office.press('sales', 'contractLedger', id, 'originals', { ...back, back: 4 })).code).toBe('1');
    expect(await office.contract(id)).toMatchObject({ originalsBack: 4, originalsOut: 0, originalsState: '已归还' });
    expect(await outside()).toBe(0);
    // what was counted wrong is put right
    expect((await office.press('sales', 'contractLedger', id, 'originals', { ...back, back: 3 })).code).toBe('1');
    expect(await outside()).toBe(1);
  });
});

describe('a contract becomes void', () => {
  const request = async (contract: string, more: Values = {}): Promise<Values> => ({
    ...(await business.begun('sales', 'contractVoid', 'contractLedger', contract)),
    applicant: 'u-sales',
    deptId: 'dept-jy',
    performedAmount: 0,
    settledAmount: 0,
    originals: '已全部收回',
    voidReason: '双方协商解除',
    voidDate: day(0),
    reasonDetail: '双方同意',
    ...more,
  });

  it('only where nothing was settled, neither at the application nor at its end, and never without being named', async () => {
    const settled = await office.signed('已结');
    await office.settled(settled, 20_000);
    expect(await office.refusal('sales', 'contractVoid', await request(settled))).toContain('已结算 20000.00 元');

    const late = await office.signed('后结');
    const id = await business.submit('sales', 'contractVoid', await request(late));
    await office.settled(late, 10_000);
    await business.agree('contractVoid', id, 'leader', ['finance', { financeNote: '无' }]);
    expect((await office.agreement('manager', 'contractVoid', id)).msg).toContain('不能作废');
    expect((await business.read('contractLedger', late)).flwState).toBe('3');

    const typed = { ...(await request(await office.signed('手填'))), contract: null };
    expect(await office.refusal('sales', 'contractVoid', typed)).toContain('contract');
  });

  it('and what was applied for it is not sealed any more', async () => {
    const contract = await office.signed('用印作废');
    const client = await business.as('sales');
    const seal = await business.submit('sales', 'contractSeal', {
      ...(await business.begun('sales', 'contractSeal', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      unitId: 'unit-jc',
      applyDate: day(0),
      seals: ['合同专用章'],
      isFirst: '对方已盖',
      mail: '当面递交',
      files: await uploaded(client),
    });
    await business.agree('contractSeal', seal, 'leader', 'manager');
    const id = await business.submit('sales', 'contractVoid', await request(contract));
    await business.agree('contractVoid', id, 'leader', ['finance', { financeNote: '无' }], 'manager');
    const scan = await uploaded(await business.as('sealer'));
    const written = { seal: await sealNamed('检测合同专用章'), sealDate: day(0), scan };
    expect((await office.agreement('sealer', 'contractSeal', seal, written)).msg).toContain('已作废，不能用印');
  });
});

async function uploaded(client: Client): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '合同.pdf');
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}
const sealNamed = async (sealName: string): Promise<string> =>
  (await (await business.at('sealer', 'sealImpressionInfo')).list({ sealName })).data.data[0]?.id ?? '';

describe('the seals of a contract', () => {
  it('are those that were approved, each with a line in the register, and the scan goes to the contract', async () => {
    const contract = await office.signed('两章');
    const seal = await business.submit('sales', 'contractSeal', {
      ...(await business.begun('sales', 'contractSeal', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      unitId: 'unit-jc',
      applyDate: day(0),
      seals: ['合同专用章', '法定代表人章', '骑缝章'],
      isFirst: '对方已盖',
      mail: '当面递交',
      files: await uploaded(await business.as('sales')),
    });
    await business.agree('contractSeal', seal, 'leader', 'manager');
    const scan = await uploaded(await business.as('sealer'));
    const written = { seal: await sealNamed('检测合同专用章'), sealDate: day(0), scan };
    const pass = (more: Values) => office.agreement('sealer', 'contractSeal', seal, { ...written, ...more });
    expect((await pass({ seal: await sealNamed('衡准工程检测有限公司公章') })).code).not.toBe('1');
    expect((await pass({ sealDate: day(-1) })).msg).toContain('用印日期');
    expect((await pass({})).msg).toContain('申请了法定代表人章');
    expect(await pass({ moreSeals: [await sealNamed('法定代表人名章（检测）')] })).toMatchObject({ code: '1' });
    const lines = await (await business.at('sealer', 'sealDetails')).list({ fileName: '两章' });
    const used = lines.data.data.map(({ fieldsMap }) => fieldsMap['sealIdLabel']);
    expect(used.join()).toContain('检测合同专用章');
    expect(used.join()).toContain('法定代表人名章');
    expect((await office.contract(contract))['sealedFiles']).toBe(scan);
  });
});
