import { formerLeader, updatedProject } from '../forms/projects.ts';
import { userByName } from '../people.ts';
import { DEALS, paddedNumber, STORY_PROJECTS, type StoryProject } from '../story.ts';
import { plainForm } from './plain.ts';

const projectAt = (projectIndex: number): StoryProject =>
  STORY_PROJECTS[projectIndex % STORY_PROJECTS.length] as StoryProject;

const LEADER_CHANGES: readonly [project: number, from: string, daysAgo: number, reason: string][] = [
  [2, 'staff', 96, '原负责人调往检测一部，由新负责人接手。'],
  [7, 'pm', 61, '项目进入现场检测阶段，由熟悉现场的同事负责。'],
  [12, 'staff', 38, '原负责人休产假。'],
  [18, 'pm', 15, '同时负责的项目较多，调整工作量。'],
  [21, 'staff', 4, '客户要求由市政专业人员负责。'],
  // the changes of leader by the finished records 1 and 4 of `projectUpdate` (负责人变更). Record n is applied for
  // 150 - 22 n days ago (`UPDATES`), and the leader changes 4 days later
  ...[1, 4].map((update): [number, string, number, string] => {
    const project = updatedProject(update);
    return [
      STORY_PROJECTS.indexOf(project),
      formerLeader(project),
      146 - update * 22,
      '原负责人工作调整，由新负责人接手。',
    ];
  }),
];

/** Changes of project leaders. The new leader of each change is the project's present leader. */
export const principalChange = plainForm('principalChange', LEADER_CHANGES.length, (tools, now, itemIndex) => {
  const [projectIndex, from, daysAgo, reason] = LEADER_CHANGES[itemIndex] as (typeof LEADER_CHANGES)[number];
  const project = projectAt(projectIndex);
  // if the random leader of the project is `from`, the manager was the leader before
  const formerLeaderName = project.leader === from ? 'manager' : from;
  return {
    by: 'leader',
    daysAgo,
    fields: {
      project: project.id,
      projectName: project.name,
      oldLeader: userByName(formerLeaderName).id,
      newLeader: userByName(project.leader).id,
      handDate: tools.day(now, -daysAgo),
      operator: userByName('leader').id,
      reason,
    },
  };
});

const HANDOVERS: readonly [deal: number, receiver: string, daysAgo: number, reason: string][] = [
  [1, 'sales', 74, '经办人转岗，合同由市场部继续跟进。'],
  [5, 'pm', 43, '合同已进入结算阶段，由项目经理接续。'],
  [9, 'staff', 20, '经办人长期驻外，由同组人员接续。'],
  [14, 'sales', 6, '按客户划分经办范围。'],
];

/** Returns the username of the person to whom the contracts of a project were handed over; null if they were not. */
export const receiverOf = (project: StoryProject): string | null =>
  HANDOVERS.find(([index]) => DEALS[index]?.project === project)?.[1] ?? null;

/** Handovers of all contracts of a project to another person, who is then their `handler` (`contractLedger`). */
export const businessHandover = plainForm('businessHandover', HANDOVERS.length, (tools, now, itemIndex) => {
  const [dealIndex, receiver, daysAgo, reason] = HANDOVERS[itemIndex] as (typeof HANDOVERS)[number];
  const { project } = DEALS[dealIndex] as (typeof DEALS)[number];
  const contracts = DEALS.filter((deal) => deal.project === project).map(({ id }) => id);
  return {
    by: 'pm',
    daysAgo,
    fields: {
      handNo: `YWYJ-${tools.day(now, -daysAgo).slice(0, 4)}-${paddedNumber(itemIndex + 1, 3)}`,
      project: project.id,
      projectName: project.name,
      contracts,
      quotes: [],
      contractCount: contracts.length,
      quoteCount: 0,
      operator: userByName('pm').id,
      receiver: userByName(receiver).id,
      handDate: tools.day(now, -daysAgo),
      doneDate: tools.day(now, -daysAgo),
      reason,
    },
  };
});
