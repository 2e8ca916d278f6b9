import { describePsp } from './describe-psp.ts';
import { stripeSubject } from './stripe-subject.ts';

describePsp(stripeSubject);
