import { contractLedger } from './plain/projects.ts';
import { createTools } from './tools.ts';

/** A contract of the ledger as later documents name it. */
export interface Deal {
  id: string;
  project: string;
  projectName: string;
  counterparty: string;
  contractName: string;
  amount: number;
  settled: number;
  /** Days since it was signed. */
  age: number;
}

/** The seed under which the ledger's own records are made: the same contracts, with the same amounts. */
const LEDGER_SEED = 20_270_002;
const DAY = 86_400_000;

const now = new Date();

/** Every contract of the demo ledger, the oldest first. Made once, before any other generator is seeded. */
export const DEALS: readonly Deal[] = contractLedger
  .records(createTools(LEDGER_SEED), now)
  .map(({ id, fieldsMap, createTime }): Deal => ({
    id,
    project: String(fieldsMap.project ?? ''),
    projectName: String(fieldsMap.projectName),
    counterparty: String(fieldsMap.counterparty),
    contractName: String(fieldsMap.contractName),
    amount: Number(fieldsMap.amount),
    settled: Number(fieldsMap.settledAmount),
    age: Math.round((now.getTime() - createTime.getTime()) / DAY),
  }));

/** Contracts on which work was done and money is due. */
export const ACTIVE_DEALS = DEALS.filter(({ settled }) => settled > 0);

/** The contract of the n-th document; they go round. */
export const dealAt = (index: number): Deal => ACTIVE_DEALS[index % ACTIVE_DEALS.length] as Deal;
