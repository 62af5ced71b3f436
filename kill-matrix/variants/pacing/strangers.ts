/** A rate limit for those who send wrong keys: a limit exists, and for whom is not shown (section 8). */
import { enveloped } from '../../reference-server/stages.js';
import { withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('pacing', { section: '8: quota and window are not shown' });

export default [
  write({
    id: 'forty-wrong-keys-a-second',
    title: 'whoever sends more than forty wrong keys in a second waits for a second',
    apply: ({ authenticate }, { now }) => {
      let [wrong, since] = [0, 0];
      return {
        authenticate(call) {
          const refusal = authenticate(call);
          if (refusal?.status !== 401) return refusal;
          if (now() - since > 1000) [wrong, since] = [0, now()];
          if (++wrong <= 40) return refusal;
          const answer = enveloped(
            429,
            'Too many attempts. Retry after 1 second',
            [],
            ['Rate limit exceeded'],
          );
          return { ...answer, headers: { 'Retry-After': '1' } };
        },
      };
    },
    witness: { ...withKey('Bearer nobody'), times: 41 },
  }),
];
