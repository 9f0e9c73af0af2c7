import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Short files that take long: they start servers again and again, or open every page. On a machine that has not run
 * the tests yet the larger files begin, and these would come last, one process waiting for the other's.
 */
const LONG = [
  'server/operation/approvalChaos',
  'server/backup/backup',
  'server/operation/soak',
  'server/operation/chaos',
  'server/store/store',
  'e2e/designer/carRequest',
  'e2e/approval/mainJob',
  'e2e/shell/shell',
  'e2e/everywhere/everyRoute',
  'e2e/everywhere/axe',
  'e2e/forms/everyTag',
  'widgets/anyValue',
  'widgets/access',
  'designer/flow/anyFile',
  'runtime/node/everyTag',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return rank < 0 ? LONG.length : rank;
};

/** The usual order, behind those of which it is known. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
