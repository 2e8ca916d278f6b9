import { describe, expect, test } from '@jest/globals';
import type { Template } from './assembly.ts';
import { inCycles, referenceGraph } from './reference-graph.ts';

const template = (resources: Readonly<Record<string, object>>): Template => ({
  Resources: Object.fromEntries(
    Object.entries(resources).map(([id, resource]) => [
      id,
      { Type: 'AWS::X::Y', Properties: {}, ...resource },
    ]),
  ),
});

const sub = (inner: string): string => ['$', '{', inner, '}'].join('');

/** `A` waits for `B` in the way that is tried, and `B` for `A`. */
const both = (a: object): Template => template({ A: a, B: { Properties: { To: { Ref: 'A' } } } });

describe('the graph of references', () => {
  test.each([
    ['Ref', { Properties: { To: { Ref: 'B' } } }],
    ['GetAtt as a list', { Properties: { To: { 'Fn::GetAtt': ['B', 'Arn'] } } }],
    ['GetAtt as a string', { Properties: { To: { 'Fn::GetAtt': 'B.Arn' } } }],
    ['Sub', { Properties: { To: { 'Fn::Sub': sub('B') } } }],
    ['Sub of an attribute', { Properties: { To: { 'Fn::Sub': [`x${sub('B.Arn')}`, {}] } } }],
    ['a variable of Sub', { Properties: { To: { 'Fn::Sub': [sub('V'), { V: { Ref: 'B' } }] } } }],
    ['Join', { Properties: { To: [{ 'Fn::Join': ['', ['x', { Ref: 'B' }]] }] } }],
    ['DependsOn', { DependsOn: 'B' }],
    ['DependsOn of several', { DependsOn: ['B'] }],
    ['UpdatePolicy', { UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: 'B' } } } }],
  ])('sees a cycle through %s', (_, a) => {
    expect(inCycles(referenceGraph(both(a)))).toEqual(['A', 'B']);
  });

  test.each([
    ['a pseudo parameter', { Properties: { To: { Ref: 'AWS::Region' } } }],
    ['a variable of Sub', { Properties: { To: { 'Fn::Sub': [sub('B'), { B: 'x' }] } } }],
    ['what Sub leaves as it is', { Properties: { To: { 'Fn::Sub': sub('!B') } } }],
    ['a name', { Properties: { To: 'B' } }],
  ])('sees none in %s', (_, a) => {
    expect(inCycles(referenceGraph(both(a)))).toEqual([]);
  });
});
