import { amountOf, paddedNumber, createWorkLinesFor, type Deal, type StoryProject } from './storyParts.ts';
import { createTools } from './tools.ts';
import { OWNERS, REGIONS } from './words.ts';

// This file adds projects and contracts that are older or younger than those of the story. The older ones are from the
// previous year, so that every month can be compared with the same month a year before; the younger ones are from the
// last weeks. Times are numbers of days before today, so the data do not depend on the date.

const PLACES = ['江北', '城南', '高新区', '经开区', '临港', '云龙湖'] as const;
const BUILDINGS = [
  '中学教学楼',
  '人才公寓',
  '水务管网改造工程',
  '科技园配套道路',
  '社区卫生服务中心',
  '跨线桥加固工程',
  '轨道交通出入口工程',
  '湿地公园',
] as const;
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS = ['dengguoqiang', 'hanlei', 'fanzhigang', 'caoweimin'] as const;
/** Number of projects older than those of the story, and number of projects of the last weeks. */
const PAST_COUNT = 40;
const RECENT_COUNT = 7;
/** Ages in days of the oldest and of the youngest of the `PAST_COUNT` older projects, without the random deviation. */
const OLDEST_PAST_DAYS = 775;
const YOUNGEST_PAST_DAYS = 415;
/**
 * Minimum age in days of the contracts of the older projects: `YOUNGEST_PAST_DAYS`, less the random deviation of the
 * project (at most 3 days) and the days until the contract is signed (at most 8). All other contracts of the story are
 * younger.
 */
export const MIN_PAST_DEAL_AGE = 404;

const tools = createTools(20_290_000);

/**
 * Returns the age in days of a project. The older projects are distributed evenly, with a deviation of at most 3 days.
 * The recent ones were registered one per week, from 46 to 4 days ago.
 */
const daysAgoOf = (index: number): number =>
  index < PAST_COUNT
    ? Math.round(OLDEST_PAST_DAYS - ((OLDEST_PAST_DAYS - YOUNGEST_PAST_DAYS) * index) / (PAST_COUNT - 1)) +
      tools.int(-3, 3)
    : 46 - (index - PAST_COUNT) * 7;

/**
 * Returns a project without an id. The factors 5 and 3 vary which clients and regions occur together. The records of
 * the clients are numbered from 1 in the order of `OWNERS`.
 */
function projectAt(index: number): StoryProject {
  const daysAgo = daysAgoOf(index);
  const ownerIndex = (index * 5) % OWNERS.length;
  const deptIndex = tools.int(0, DEPTS.length - 1);
  return {
    id: '',
    name: `${PLACES[index % PLACES.length]}${BUILDINGS[Math.floor(index / PLACES.length) % BUILDINGS.length]}`,
    owner: OWNERS[ownerIndex] as string,
    customer: `customerProfile-${paddedNumber(ownerIndex + 1)}`,
    region: REGIONS[(index * 3) % REGIONS.length] as (typeof REGIONS)[number],
    dept: DEPTS[deptIndex] as string,
    leader: LEADERS[deptIndex] as string,
    daysAgo,
    state: index < PAST_COUNT ? '已完工' : daysAgo < 20 ? '待进场' : '检测中',
  };
}

/**
 * Returns the contract of a project, without an id. It was signed 3 to 8 days after the registration of the project,
 * but at least 2 days ago. It takes effect 8 days after the signing.
 */
function dealOf(project: StoryProject, index: number): Deal {
  const age = Math.max(2, project.daysAgo - tools.int(3, 8));
  const quote = createWorkLinesFor(tools, tools.money(190_000, 690_000, 1000), tools.int(3, 6));
  const amount = amountOf(quote);
  return {
    id: '',
    index,
    project,
    name: `${project.name}检测服务合同`,
    amount,
    changeAmount: 0,
    finalAmount: amount,
    signedDaysAgo: age,
    state: age < 8 ? '待生效' : '履行中',
    quote,
    settled: 0,
    received: 0,
  };
}

/** Sorted by age, the oldest first. The story assigns their ids. */
export const MORE_PROJECTS: readonly StoryProject[] = Array.from(
  { length: PAST_COUNT + RECENT_COUNT },
  (_none, index) => projectAt(index),
);

/** One contract for each of `MORE_PROJECTS`. */
export const MORE_DEALS: readonly Deal[] = MORE_PROJECTS.map(dealOf);
