import { describePsp } from './describe-psp.ts';
import { stripeSubject } from './stripe.ts';

describePsp(stripeSubject);
