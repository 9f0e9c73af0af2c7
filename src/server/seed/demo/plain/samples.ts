import { userByName } from '../people.ts';
import { LAB_SAMPLES, orderId, TESTED, type LabSample } from '../labStory.ts';
import { numberText } from '../story.ts';
import { plainForm } from './plain.ts';

/** How a sample is to be disposed of after its test, as ordered by the client. */
const DISPOSALS = ['lab', 'retain', 'lab', 'fetch'] as const;
const stageOf = ({ stage, daysAgo, index }: LabSample): string => {
  if (stage === 'received') return '已收';
  if (stage === 'assigned') return '检测中';
  if (stage === 'reviewed') return '检毕';
  if (daysAgo < 60) return '检毕';
  return ['已处置', '留样', '已处置', '已退样'][index % DISPOSALS.length] as string;
};

export const sampleInfo = plainForm('sampleInfo', LAB_SAMPLES.length, (tools, now, index) => {
  const sample = LAB_SAMPLES[index] as LabSample;
  const { kind, project, daysAgo } = sample;
  const day = tools.day(now, -Math.max(1, daysAgo - 1));
  return {
    by: tools.pick(['sampler', 'sample', 'tangxiaolin']),
    daysAgo: Math.max(0, daysAgo - 3),
    fields: {
      sampleNo: sample.sampleNo,
      entrust: orderId(sample.order),
      sampleName: kind.name,
      entrustUnit: project.owner,
      projectName: project.name,
      project: project.id,
      spec: sample.spec,
      grade: sample.grade,
      batch: kind.batch[0],
      quantity: sample.quantity,
      unit: kind.unit,
      state: tools.chance(0.92) ? 'good' : tools.pick(['flawed', 'unclear']),
      moldDate: tools.day(now, -daysAgo - (kind.age ?? 2)),
      ...(kind.age ? { age: kind.age } : {}),
      position: sample.position,
      producer: sample.maker,
      receiveDate: day,
      receiver: userByName('sampler').id,
      storePlace: `样品室 ${tools.pick(['A', 'B', 'C'])}-0${tools.int(1, 6)}-${tools.int(10, 24)}`,
      stage: stageOf(sample),
      disposal: DISPOSALS[index % DISPOSALS.length],
    },
  };
});

/** Samples that are kept after their test: those with the disposal `retain`, and some that the laboratory destroys. */
const RETAINED = TESTED.filter(({ daysAgo, index }) => daysAgo >= 30 && (index % 4 === 1 || index % 4 === 2));

export const sampleRetention = plainForm('sampleRetention', RETAINED.length, (tools, now, index) => {
  const sample = RETAINED[index] as LabSample;
  const daysAgo = sample.daysAgo - 16;
  const days = tools.pick([30, 60, 90, 180]);
  const isOver = days < daysAgo;
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  return {
    by: tools.pick(['sampler', 'sample']),
    daysAgo: Math.max(0, daysAgo - 2),
    fields: {
      retentionNo: `LY-${tools.day(day).slice(0, 4)}-${numberText(index + 1, 5)}`,
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
      ...(isOver ? { disposeDate: tools.day(day, days + 3), disposeWay: '按固体废物清运' } : {}),
    },
  };
});
