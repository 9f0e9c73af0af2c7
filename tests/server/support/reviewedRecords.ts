import { day, type businessOf, type Values } from './business.ts';

/** What a report is made from: reviewed records, and the items, tasks and samples behind them. */
export function reviewedRecordsOf(business: ReturnType<typeof businessOf>) {
  let device: Promise<string> | undefined;
  const newDevice = (): Promise<string> =>
    business.save('device', 'deviceList', {
      deviceNo: 'BG-SB-1',
      deviceName: '压力试验机',
      deviceKind: 'mechanics',
      deviceState: 'using',
      buyDate: '2024-01-01',
      originalValue: 1000,
      useDeptId: 'dept-cl',
      keeper: 'u-tester',
    });

  return {
    newSample: (entrust: string, sampleNo: string, more: Values = {}): Promise<string> =>
      business.save('admin', 'sampleInfo', {
        sampleNo,
        sampleName: '混凝土试块',
        entrust,
        quantity: 3,
        unit: 'group',
        stage: '检毕',
        disposal: 'fetch',
        receiveDate: day(-9),
        receiver: 'u-sampler',
        ...more,
      }),

    newStandard: (standardNo: string, more: Values): Promise<string> =>
      business.save('dengguoqiang', 'basis', {
        standardNo,
        standardName: '试验方法标准',
        kind: '国家标准',
        nature: '方法标准',
        field: '建筑材料',
        basisState: '现行',
        ...more,
      }),

    newItem: (itemNo: string, more: Values = {}): Promise<string> =>
      business.save('dengguoqiang', 'itemConfig', {
        itemNo,
        itemName: itemNo,
        engineering: 'engineeringConfig-0001',
        basis: 'basis-0001',
        inForce: '是',
        unit: '组',
        price: 1,
        days: 1,
        certified: 'CMA 资质',
        judgeWay: '不小于',
        minValue: 30,
        valueUnit: '%',
        ...more,
      }),

    /** A task of this item for a sample, and its reviewed record. */
    async newRecord(sample: string, item: string, more: Values = {}): Promise<{ task: string; record: string }> {
      device ??= newDevice();
      const task = await business.save('dengguoqiang', 'testTask', {
        sample,
        item,
        quantity: 1,
        tester: 'u-tester',
        planDate: day(0),
        dueDate: day(3),
        urgency: '一般',
        taskState: '待检',
      });
      const record = await business.submit(
        'tester',
        'testRecord',
        {
          task,
          tester: 'u-tester',
          testDate: day(-3),
          device: await device,
          temperature: 20,
          humidity: 55,
          sampleOk: '符合要求',
          conclusion: '合格',
          ...more,
        },
        { values: [{ id: 'r1', fieldsMap: { specimenNo: '1', measured: 36 } }] },
      );
      await business.agree('testRecord', record, 'reviewer');
      return { task, record };
    },

    /** What a report says of a record of the demo company with this conclusion, and its tester. */
    async aboutRecord(conclusion: string): Promise<{ tester: string; values: Values }> {
      const reviewed = ['flwState', 'conclusion'].map((field, index) => ({
        field,
        op: 'eq',
        value: ['3', conclusion][index],
      }));
      const { data } = await (await business.at('reporter', 'testRecord')).list({ conditions: reviewed });
      const [record] = data.data;
      const { tester, testDate, sample } = record?.fieldsMap ?? {};
      const { fieldsMap } = (await (await business.at('reporter', 'sampleInfo')).get(String(sample))).data;
      return {
        tester: String(tester),
        values: { record: record?.id, testDate, sample, entrust: fieldsMap['entrust'] },
      };
    },
  };
}
