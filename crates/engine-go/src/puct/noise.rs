//! Noise on the priors of the root, so that games played for training try what the network would not.

use fastrand::Rng;

use super::tree::Legal;

/// How much of each prior is noise.
const SHARE: f32 = 0.25;

/// The sum of the distribution's parameters: about ten moves of the board get most of the noise.
const CONCENTRATION: f32 = 10.0;

/// Mixes priors drawn from a Dirichlet distribution in, as `AlphaZero` does.
pub(super) fn mix_in(legal: &mut Legal, rng: &mut Rng) {
    let alpha = CONCENTRATION / legal.len().max(1) as f32;
    let drawn: Vec<f32> = (0..legal.len()).map(|_| gamma(alpha, rng)).collect();
    let sum: f32 = drawn.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let shares: Vec<f32> = drawn.iter().map(|drawn| drawn / sum).collect();
    legal.mix(&shares, SHARE);
}

/// A number drawn from the gamma distribution, after Marsaglia and Tsang, 'A simple method for generating gamma variables' (2000).
fn gamma(shape: f32, rng: &mut Rng) -> f32 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * rng.f32().max(f32::MIN_POSITIVE).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && rng.f32().max(f32::MIN_POSITIVE).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A number drawn from the normal distribution, after Box and Muller (1958).
fn normal(rng: &mut Rng) -> f32 {
    let radius = (-2.0 * rng.f32().max(f32::MIN_POSITIVE).ln()).sqrt();
    radius * (std::f32::consts::TAU * rng.f32()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean and the variance of the gamma distribution are both its shape.
    #[test]
    fn gamma_numbers_have_their_mean_and_variance() {
        let mut rng = Rng::with_seed(3);
        for shape in [0.1, 0.7, 2.5] {
            let numbers: Vec<f32> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
            let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / numbers.len() as f32;
            assert!((mean / shape - 1.0).abs() < 0.05, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{shape}: {variance}");
        }
    }
}
