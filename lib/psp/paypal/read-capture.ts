import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { OperationResult } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { toOperationResult } from '../refusal-reader.ts';
import { readIsoMoney } from './money.ts';
import { readDeclined } from './read-refusal.ts';

export type Capture = {
  readonly id?: string;
  /** `taken`: its money was captured, whatever followed. */
  readonly state: 'taken' | 'pending' | 'refused' | 'unreadable';
  readonly money?: Money;
  /** Our operation id: only on captures that we made from an authorisation. */
  readonly operation?: string;
  /** The amount certainly refunded according to its status, in ISO 4217 minor units. */
  readonly given_back: number;
  readonly json: unknown;
};

export const readCapture = (json: unknown): Capture => {
  const id = textAt(json, 'id');
  const money = readIsoMoney(at(json, 'amount'));
  const operation = readReference(textAt(json, 'invoice_id'))?.operation;
  return {
    state: stateOf(json),
    given_back: readGivenBack(at(json, 'status'), money),
    json,
    ...defined({ id, money, operation }),
  };
};

/** A capture as the result of the operation that made it. */
export const captureResult = ({ id, state, money, json }: Capture): OperationResult => {
  const known = defined({ psp_reference: id });
  switch (state) {
    case 'taken':
      return money === undefined
        ? { outcome: 'unknown', doubt: 'unreadable_answer' }
        : { outcome: 'succeeded', ...known, amount: money.amount };
    case 'pending':
      return { outcome: 'pending', ...known };
    case 'refused':
      return toOperationResult(readDeclined(json));
    case 'unreadable':
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
    default:
      return state satisfies never;
  }
};

const stateOf = (json: unknown): Capture['state'] => {
  switch (at(json, 'status')) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return 'taken';
    case 'PENDING':
      return isTaken(json) ? 'taken' : 'pending';
    case 'DECLINED':
    case 'FAILED':
      return isTaken(json) ? 'taken' : 'refused';
    default:
      return 'unreadable';
  }
};

const readGivenBack = (status: unknown, money: Money | undefined): number => {
  if (status === 'PARTIALLY_REFUNDED') return 1;
  return status === 'REFUNDED' ? (money?.amount ?? 0) : 0;
};

/** Reasons of a pending or denied capture that PayPal gives only if it took money. Source: capture_status_details. */
const isTaken = (json: unknown): boolean =>
  ['BUYER_COMPLAINT', 'CHARGEBACK', 'REFUNDED'].includes(textAt(json, 'status_details', 'reason') ?? '');
