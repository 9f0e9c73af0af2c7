import {
  clientOf,
  FIRST_ORDER_COUNT,
  isVeryUrgent,
  type LabSample,
  ORDER_COUNT,
  orderDaysAgo,
  reportDaysAgo,
  reportNo,
  sampleNumbered,
  samplesOf,
} from '../labStory.ts';
import { usualOutcome } from '../outcomes.ts';
import { leaderOf, userByName, userIdsWithRole } from '../people.ts';
import { managerNode, sampleNode } from '../nodes.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm } from '../types.ts';
import { activeDealAt, paddedNumber } from '../story.ts';
import { BUILDERS, OWNERS, SUPERVISORS } from '../words.ts';
import { sampleRow, testResult } from './samples.ts';

const TESTERS = ['u-tester', 'u-tester2', 'u-lizhenhua', 'u-wangxueqin', 'u-zhangwei', 'u-dongzhiyong', 'u-guopengfei'];
const PROJECT_PARTS = [
  '1#楼地上六层柱、梁板',
  '3#楼地上十二层剪力墙',
  '地下室负一层顶板',
  '桩基础承台',
  '基础筏板',
  'K1+200～K1+600 路基',
  '屋面防水层',
  '外墙保温层',
  '二次结构砌体',
];

/** Returns the id of the customer record of a builder. In the customer register builders follow the owners. */
const customerOf = (builder: (typeof BUILDERS)[number]): string =>
  `customerProfile-${paddedNumber(OWNERS.length + BUILDERS.indexOf(builder) + 1)}`;

/**
 * Returns the price-list item for the test of a sample, if the list contains one. The first four items of the price
 * list are these tests, in this order.
 */
const priceListItemOf = (sampleName: string): { item?: string } => {
  const itemIndex = [/混凝土抗压/, /钢筋|接头/, /水泥/, /砂浆/].findIndex((name) => name.test(sampleName));
  return itemIndex < 0 ? {} : { item: `itemConfig-${paddedNumber(itemIndex + 1)}` };
};

/**
 * Returns the rows of the sub-table `samples` of an order (`index`): one for each of its samples in `labStory.ts`. For
 * an order without such samples, returns one to four random rows.
 */
const sampleRowsOf = (tools: Tools, date: Date, index: number): Record<string, unknown>[] => {
  const storySamples = samplesOf(index);
  if (storySamples.length === 0)
    return Array.from({ length: tools.int(1, 4) }, (_none, rowIndex) =>
      sampleRow(tools, date, index * 10 + rowIndex + 1),
    );
  return storySamples.map((sample) => ({
    ...rowOfStorySample(tools, date, sample),
    ...(sample.stage === 'tested'
      ? { reportNo: reportNo(sample, tools.day(date, sample.daysAgo - reportDaysAgo(sample)).slice(0, 4)) }
      : {}),
  }));
};

function rowOfStorySample(
  tools: Tools,
  date: Date,
  { sampleNo, kind, spec, grade, quantity, maker }: LabSample,
): Record<string, unknown> {
  return {
    sampleNo,
    sampleKind: kind.kind,
    sampleName: kind.name,
    spec,
    grade,
    quantity,
    unit: kind.unit,
    testItems: [...kind.items],
    batch: kind.batchSizes[0],
    manufacturer: maker,
    moldDate: tools.day(date, -(kind.testAgeDays ?? 2)),
    ...(kind.testAgeDays ? { age: kind.testAgeDays } : {}),
    standard: kind.standard,
    fee: kind.feePerUnit * quantity,
  };
}

/** Returns the number of the order with this date and index. */
const entrustNo = (date: Date, index: number, tools: Tools): string =>
  `WT-${tools.day(date).slice(0, 4)}-${String(3001 + index).padStart(5, '0')}`;

/**
 * Returns the number of the order with the first test of the samples, for a recheck with this date and index: a random
 * finished order that is older than the recheck.
 */
function firstEntrustNo(date: Date, index: number, tools: Tools): string {
  // orders with these indexes are finished; if the chosen one is not older than the recheck, the oldest order is used
  const chosenOrder = tools.int(32, FIRST_ORDER_COUNT);
  const firstOrder = orderDaysAgo(chosenOrder) > orderDaysAgo(index) ? chosenOrder : ORDER_COUNT - 1;
  const firstDate = new Date(date.getTime() - (orderDaysAgo(firstOrder) - orderDaysAgo(index)) * 86_400_000);
  return entrustNo(firstDate, firstOrder, tools);
}

export const testEntrustRegistration: DemoForm = {
  formKey: 'testEntrustRegistration',
  applyNode: { id: 'apply', name: '登记委托' },
  // the first orders are in all states, the later ones are finished
  plan: Array.from({ length: ORDER_COUNT }, (_none, index) => ({
    outcome: index < FIRST_ORDER_COUNT ? usualOutcome(index) : '3',
    daysAgo: orderDaysAgo(index),
  })),
  applicants: ['reception', 'tangxiaolin', 'staff', 'xiaojing'],
  apply(tools, applicant, date, index) {
    const entrustKind = tools.chance(0.6) ? 'witness' : tools.pick(['common', 'sampling', 'supervision', 'recheck']);
    const isWitnessed = entrustKind === 'witness' || entrustKind === 'supervision';
    const constructUnit = clientOf(index);
    const deal = activeDealAt(index);
    const reportWay = tools.pick(['pickup', 'pickup', 'post', 'electronic']);
    return {
      fields: {
        entrustNo: entrustNo(date, index, tools),
        entrustDate: tools.day(date),
        registrar: applicant.id,
        entrustKind,
        // a very urgent order passes an additional node
        urgency: isVeryUrgent(index) ? '3' : index % 7 === 3 ? '2' : '1',
        customer: customerOf(constructUnit),
        entrustUnit: constructUnit,
        entruster: tools.personName(),
        entrusterPhone: tools.mobileNumber(),
        ...(isWitnessed ? { witness: tools.personName(), witnessNo: `JZ${tools.digits(8)}` } : {}),
        ...(entrustKind === 'recheck'
          ? { recheckReport: `BG-${tools.day(date, -20).slice(0, 4)}-${tools.digits(5)}` }
          : {}),
        project: deal.project.id,
        ...(index % 4 === 3 ? {} : { contract: deal.id }),
        projectName: deal.project.name,
        region: [...deal.project.region],
        projectPart: tools.pick(PROJECT_PARTS),
        superviseNo: `ZJ${tools.digits(8)}`,
        buildUnit: deal.project.owner,
        constructUnit,
        superviseUnit: tools.pick(SUPERVISORS),
        expectDate: tools.day(date, tools.int(5, 32)),
        reportWay,
        ...(reportWay === 'electronic' ? {} : { reportCopies: tools.pick([2, 3, 3, 4]) }),
        ...(reportWay === 'post'
          ? { mailAddress: `江城江北新区建设路 ${tools.int(1, 300)} 号${constructUnit}项目部` }
          : {}),
        sampleDisposal: tools.pick(['lab', 'lab', 'fetch', 'retain']),
        needJudge: '1',
        requirement: tools.chance(0.3)
          ? tools.pick(['报告中须注明工程部位。', '请优先安排 28 天龄期样品。', '结果出来后请先电话通知。'])
          : '',
      },
      tables: {
        samples: sampleRowsOf(tools, date, index).map((row) => ({
          ...row,
          ...(entrustKind === 'recheck' ? { relatedNo: firstEntrustNo(date, index, tools) } : {}),
        })),
      },
    };
  },
  nodes: [
    managerNode(({ fields }) => fields.urgency !== '3', '分管领导确认加急'),
    sampleNode('receive', '样品管理员收样', {
      opinions: ['样品已验收入库。', '样品符合检测要求，已收样。'],
      returnOpinions: ['样品标识不清，请重新登记。', '缺少见证人签字，请补充委托单扫描件。'],
      fill({ fields, tables }, tools, date) {
        Object.assign(fields, {
          receiver: 'u-sample',
          receiveDate: tools.day(date),
          receiveNote: tools.chance(0.3) ? '样品外观完好，数量与委托单一致。' : '',
        });
        for (const row of tables.samples ?? [])
          Object.assign(row, {
            sampleState: tools.chance(0.92) ? 'good' : 'flawed',
            storeNo: `${tools.pick(['A', 'B', 'C'])}-0${tools.int(1, 6)}-${tools.int(10, 24)}`,
          });
      },
    }),
    {
      id: 'assign',
      name: '检测任务分配',
      holders: ({ applicant }) => [leaderOf(applicant), ...userIdsWithRole('testLead')],
      opinions: ['已派工。', '请按计划日期完成检测。'],
      fill({ fields, tables }, tools, date) {
        const testers = tools.pickSome(TESTERS, tools.int(1, 2));
        for (const row of tables.samples ?? []) {
          const sample = sampleNumbered(row.sampleNo);
          Object.assign(row, {
            tester: sample ? userByName(sample.tester).id : tools.pick(testers),
            planDate: tools.day(date, tools.int(1, 4)),
            ...priceListItemOf(String(row.sampleName)),
          });
        }
        fields.mainTester = [...new Set((tables.samples ?? []).map((row) => String(row.tester)))].join(',');
      },
    },
    {
      id: 'test',
      name: '检测人员检测',
      holders: ({ fields }) => String(fields.mainTester ?? 'u-lizhenhua').split(','),
      everybodyActs: true,
      opinions: ['检测完成，数据已复核。', '检测完毕，请出具报告。'],
      fill({ tables }, tools) {
        for (const row of tables.samples ?? []) {
          const sample = sampleNumbered(row.sampleNo);
          Object.assign(
            row,
            sample
              ? { testResult: `${sample.meanStrength.toFixed(1)} MPa`, conclusion: sample.isPassed ? 'pass' : 'fail' }
              : testResult(tools, row.sampleName),
          );
        }
      },
    },
  ],
};
