//! The instructions of the matrix unit. The compiler's own names for them are not stable yet, so they are written out.

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

use super::bf16::{Finish, Sums};
use super::memory::Rows;
use super::plan::{Kind, OUTPUTS_TOGETHER, Plan, Step, TILE_BYTES, TILE_ROWS};
use super::weights::Panels;

/// Whether the processor has the unit and its helpers, and the system lets us use it: asked once.
pub(in super::super) fn is_available() -> bool {
    static AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
        let helpers = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512bf16");
        helpers && has_unit() && is_permitted()
    });
    *AVAILABLE
}

/// Whether the processor has tiles and multiplies bfloat16 with them.
fn has_unit() -> bool {
    const BF16: u32 = 1 << 22;
    const TILE: u32 = 1 << 24;
    // Leaf 7 is there wherever AVX-512 is.
    #[allow(unused_unsafe, reason = "safe in later compilers")]
    // SAFETY: every processor of this kind answers.
    let features = unsafe { __cpuid_count(7, 0) }.edx;
    features & (BF16 | TILE) == BF16 | TILE
}

/// Asks Linux for the tiles, which it gives to a process only when asked, since they make every switch of threads dearer.
fn is_permitted() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: i64 = 0x1023;
    const TILE_DATA: i64 = 18;
    let answer: i64;
    // SAFETY: a system call that takes two numbers and touches no memory of ours.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => answer,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") TILE_DATA,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

/// The shapes of the eight tiles, as the processor reads them.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// Makes all tiles of this thread 16 rows of 64 bytes.
///
/// # Safety
///
/// The unit must be available.
pub(super) unsafe fn configure() {
    let (mut row_bytes, mut rows) = ([0; 16], [0; 16]);
    row_bytes[..8].fill(64);
    rows[..8].fill(16);
    let shapes = Shapes { palette: 1, start_row: 0, reserved: [0; 14], row_bytes, rows };
    // SAFETY: reads the 64 bytes of `shapes`. Nothing but this module knows of the tiles.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shapes, options(nostack, readonly)) };
}

/// Gives the tiles back, so that the system need not save them when it switches threads.
///
/// # Safety
///
/// The unit must be available.
pub(super) unsafe fn release() {
    // SAFETY: touches only the tiles.
    unsafe { asm!("tilerelease", options(nostack, nomem)) };
}

/// A whole convolution, from one buffer to where `finish` puts it.
///
/// # Safety
///
/// The tiles must be configured. `from` must have the rows and the weights the inputs that the plan was made for.
#[target_feature(enable = "avx512f,avx512bf16")]
pub(super) unsafe fn convolve(plan: &Plan, kind: Kind, weights: &Panels, from: &Rows, mut finish: Finish<'_>) {
    assert!(from.count() >= plan.rows(), "the input has the rows of the plan");
    let mut sums = Sums([[0.0; OUTPUTS_TOGETHER]; 2 * TILE_ROWS]);
    for pair in &plan.pairs {
        for panel in 0..weights.outputs / OUTPUTS_TOGETHER {
            let (weights, weight_bytes) = weights.panel(panel);
            let steps = plan.steps(kind, pair);
            debug_assert!(steps.iter().all(|step| step.weight_bytes as usize + 2 * TILE_BYTES <= weight_bytes));
            let [first, second] = pair.tiles.map(|tile| from.row(tile.first));
            // SAFETY: both tiles begin on a point of the board, and buffers have a whole tile of rows after the last one;
            // steps go to neighbours, which the frame has for every point.
            unsafe { multiply(steps, [first, second], from.row_bytes(), weights, &mut sums) };
            let (above, below) = sums.0.split_at(TILE_ROWS);
            finish.tile(&pair.tiles[0], plan.boards(), above, panel * OUTPUTS_TOGETHER);
            finish.tile(&pair.tiles[1], plan.boards(), below, panel * OUTPUTS_TOGETHER);
        }
    }
}

/// Two tiles of input times two tiles of weights, summed over all steps.
///
/// # Safety
///
/// The tiles must be configured; 16 rows of 64 bytes must be readable at each step's distance from both inputs, and two tiles at
/// its distance from the weights.
#[inline]
unsafe fn multiply(steps: &[Step], inputs: [*const u16; 2], row_bytes: usize, weights: *const u16, sums: &mut Sums) {
    let end = steps.as_ptr_range().end;
    // SAFETY: reads what the caller vouches for and `steps`, writes the 4096 bytes of `sums` (rows 128 bytes apart).
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "movsxd {input}, dword ptr [{step}]",
            "movsxd {weight}, dword ptr [{step} + 4]",
            "add {step}, 8",
            "add {weight}, {weights}",
            "tileloadd tmm6, [{weight} + {line}*1]",
            "tileloadd tmm7, [{weight} + {line}*1 + 1024]",
            "lea {weight}, [{input} + {first}]",
            "add {input}, {second}",
            "tileloadd tmm4, [{weight} + {row_bytes}*1]",
            "tileloadd tmm5, [{input} + {row_bytes}*1]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "cmp {step}, {end}",
            "jne 2b",
            "add {line}, {line}",
            "tilestored [{sums} + {line}*1], tmm0",
            "tilestored [{sums} + {line}*1 + 64], tmm1",
            "tilestored [{sums} + {line}*1 + 2048], tmm2",
            "tilestored [{sums} + {line}*1 + 2112], tmm3",
            step = inout(reg) steps.as_ptr() => _,
            end = in(reg) end,
            input = out(reg) _,
            weight = out(reg) _,
            first = in(reg) inputs[0],
            second = in(reg) inputs[1],
            row_bytes = in(reg) row_bytes,
            weights = in(reg) weights,
            line = inout(reg) 64usize => _,
            sums = in(reg) sums.0.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
