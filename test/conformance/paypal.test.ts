import { describePsp } from './describe-psp.ts';
import { paypalSubject } from './paypal-subject.ts';

describePsp(paypalSubject);
