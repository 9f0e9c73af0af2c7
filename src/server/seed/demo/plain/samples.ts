import { userByName } from '../people.ts';
import {
  clientOf,
  LAB_SAMPLES,
  UNFINISHED_REPORT_COUNT,
  orderId,
  reportDaysAgo,
  reportNo,
  TESTED_SAMPLES,
  type LabSample,
} from '../labStory.ts';
import { paddedNumber } from '../story.ts';
import { plainForm } from './plain.ts';

/** The disposal of a sample after its test, as ordered by the client. */
const DISPOSALS = ['lab', 'retain', 'lab', 'fetch'] as const;
const disposalOf = ({ index }: LabSample): (typeof DISPOSALS)[number] =>
  DISPOSALS[index % DISPOSALS.length] as (typeof DISPOSALS)[number];
/** Days from the order to the sealing of the report. The sample is then moved to the store of retained samples. */
const DAYS_TO_SEAL = 16;
/** Days from the end of the retention period to the disposal. */
const DAYS_TO_DISPOSE = 3;
/**
 * Returns whether a sample is kept after its test: tested samples of orders that are at least 30 days old, with the
 * disposal `retain` or, for half of these samples, `lab`.
 */
const isRetained = (sample: LabSample): boolean =>
  sample.stage === 'tested' && sample.daysAgo >= 30 && disposalOf(sample) !== 'fetch' && sample.index % 4 !== 0;
/** Returns the number of days for which a sample is kept. Cement is kept longer. */
const retentionDays = ({ kind }: LabSample): number => (/水泥/.test(kind.name) ? 90 : 30);
/** Returns whether a retained sample was already disposed of after its retention period. */
const isDisposedOf = (sample: LabSample): boolean =>
  sample.daysAgo - DAYS_TO_SEAL > retentionDays(sample) + DAYS_TO_DISPOSE;
/** Returns whether the report of a tested sample was sealed. Only the latest reports are still in approval. */
const isSealed = (sample: LabSample): boolean =>
  TESTED_SAMPLES.indexOf(sample) < TESTED_SAMPLES.length - UNFINISHED_REPORT_COUNT;
/** Returns the text of a sample's stage. A tested sample that is not retained is returned or disposed of at 60 days. */
const stageOf = (sample: LabSample): string => {
  if (sample.stage === 'received') return '已收';
  if (sample.stage === 'assigned') return '检测中';
  if (isRetained(sample)) return isDisposedOf(sample) ? '已处置' : '留样';
  if (sample.stage === 'reviewed' || sample.daysAgo < 60) return '检毕';
  return disposalOf(sample) === 'fetch' ? '已退样' : '已处置';
};

export const sampleInfo = plainForm('sampleInfo', LAB_SAMPLES.length, (tools, now, index) => {
  const sample = LAB_SAMPLES[index] as LabSample;
  const { kind, project, daysAgo, order } = sample;
  // a sample is received the day after the order; `plainForm` creates the record two days before its `daysAgo`
  const day = tools.day(now, -Math.max(1, daysAgo - 1));
  return {
    by: tools.pick(['sampler', 'sample', 'tangxiaolin']),
    daysAgo: Math.max(0, daysAgo - 3),
    fields: {
      sampleNo: sample.sampleNo,
      entrust: orderId(sample.order),
      sampleName: kind.name,
      entrustUnit: clientOf(order),
      projectName: project.name,
      project: project.id,
      spec: sample.spec,
      grade: sample.grade,
      batch: kind.batchSizes[0],
      quantity: sample.quantity,
      unit: kind.unit,
      state: tools.chance(0.92) ? 'good' : tools.pick(['flawed', 'unclear']),
      // specimens that are tested at a fixed age were moulded that long before the order, others two days before
      moldDate: tools.day(now, -daysAgo - (kind.testAgeDays ?? 2)),
      ...(kind.testAgeDays ? { age: kind.testAgeDays } : {}),
      position: sample.position,
      producer: sample.maker,
      receiveDate: day,
      receiver: userByName('sampler').id,
      storePlace: `样品室 ${tools.pick(['A', 'B', 'C'])}-0${tools.int(1, 6)}-${tools.int(10, 24)}`,
      stage: stageOf(sample),
      disposal: disposalOf(sample),
      ...(isRetained(sample) && isSealed(sample)
        ? { retainedBy: reportNo(sample, tools.day(now, -reportDaysAgo(sample)).slice(0, 4)) }
        : {}),
    },
  };
});

const RETAINED_SAMPLES = TESTED_SAMPLES.filter(isRetained);

export const sampleRetention = plainForm('sampleRetention', RETAINED_SAMPLES.length, (tools, now, index) => {
  const sample = RETAINED_SAMPLES[index] as LabSample;
  const daysAgo = sample.daysAgo - DAYS_TO_SEAL;
  const days = retentionDays(sample);
  const isOver = isDisposedOf(sample);
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  return {
    by: tools.pick(['sampler', 'sample']),
    daysAgo: Math.max(0, daysAgo - 2),
    fields: {
      retentionNo: `LY-${tools.day(day).slice(0, 4)}-${paddedNumber(index + 1, 5)}`,
      sample: sample.id,
      sampleNo: sample.sampleNo,
      sampleName: sample.kind.name,
      entrust: orderId(sample.order),
      projectName: sample.project.name,
      quantity: 1,
      unit: sample.kind.unit,
      keeper: userByName(tools.pick(['sampler', 'sample'])).id,
      retainDate: tools.day(day),
      dueDate: tools.day(day, days),
      place: `留样室 ${tools.pick(['A', 'B', 'C'])}-${tools.int(1, 6)}-${tools.int(1, 12)}`,
      retentionState: isOver ? '已处置' : '在库',
      usedQuantity: 0,
      ...(isOver ? { disposeDate: tools.day(day, days + DAYS_TO_DISPOSE), disposeWay: '按固体废物清运' } : {}),
    },
  };
});
